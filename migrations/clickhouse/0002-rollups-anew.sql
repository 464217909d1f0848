-- Until here a crash between a reading and its rollup could leave the rollup behind. From here on readings come from a journal, batch by
-- batch under a token each, so that readings and rollups are each completed when a batch is sent again. What was left behind is made good.
TRUNCATE TABLE numeric_rollup_minute;

INSERT INTO numeric_rollup_minute (sensor, time, quality, count, total, minimum, maximum, first, last)
SELECT
  sensor,
  toStartOfMinute(reading.time) AS bucket,
  quality,
  toInt64(count()),
  sum(value),
  min(value),
  max(value),
  min((toUInt16(toUnixTimestamp64Milli(reading.time) % 60000), value)),
  max((toUInt16(toUnixTimestamp64Milli(reading.time) % 60000), value))
FROM numeric_readings AS reading
GROUP BY sensor, bucket, quality
SETTINGS insert_deduplicate = 0, max_partitions_per_insert_block = 0;

TRUNCATE TABLE numeric_rollup_hour;

INSERT INTO numeric_rollup_hour (sensor, time, quality, count, total, minimum, maximum, first, last)
SELECT
  sensor,
  toStartOfHour(reading.time) AS bucket,
  quality,
  toInt64(count()),
  sum(value),
  min(value),
  max(value),
  min((toUInt32(toUnixTimestamp64Milli(reading.time) % 3600000), value)),
  max((toUInt32(toUnixTimestamp64Milli(reading.time) % 3600000), value))
FROM numeric_readings AS reading
GROUP BY sensor, bucket, quality
SETTINGS insert_deduplicate = 0, max_partitions_per_insert_block = 0;
