-- A minute that holds one reading takes five times what the reading takes: of sensors that send
-- seldom there are no minutes, and their readings stand in for them (the view numeric_minutes).
-- Which sensors have minutes; one that is in the list stays in it.
CREATE TABLE IF NOT EXISTS minute_sensors (
  sensor UInt32
) ENGINE = MergeTree
ORDER BY sensor
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1;

INSERT INTO minute_sensors
SELECT sensor FROM numeric_rollup_hour
WHERE sensor NOT IN (SELECT sensor FROM minute_sensors)
GROUP BY sensor
HAVING sum(count) >= 600 * uniqExact(time) AND sum(count) >= 1000;

CREATE OR REPLACE VIEW numeric_minutes AS
SELECT sensor, time, quality, count, total, minimum, maximum, first, last
FROM numeric_rollup_minute WHERE sensor IN (SELECT sensor FROM minute_sensors)
UNION ALL
SELECT
  sensor,
  toStartOfMinute(reading.time) AS time,
  quality,
  toInt64(1) AS count,
  value AS total,
  value AS minimum,
  value AS maximum,
  CAST((toUInt16(toUnixTimestamp64Milli(reading.time) % 60000), value), 'Tuple(offset UInt16, value Float64)') AS first,
  first AS last
FROM numeric_readings AS reading WHERE sensor NOT IN (SELECT sensor FROM minute_sensors);

DROP VIEW IF EXISTS numeric_rollup_minute_view SYNC;

CREATE MATERIALIZED VIEW numeric_rollup_minute_view TO numeric_rollup_minute AS
SELECT
  sensor,
  toStartOfMinute(reading.time) AS time,
  quality,
  toInt64(count()) AS count,
  sum(value) AS total,
  min(value) AS minimum,
  max(value) AS maximum,
  min((toUInt16(toUnixTimestamp64Milli(reading.time) % 60000), value)) AS first,
  max((toUInt16(toUnixTimestamp64Milli(reading.time) % 60000), value)) AS last
FROM numeric_readings AS reading
WHERE sensor IN (SELECT sensor FROM minute_sensors)
GROUP BY sensor, time, quality;

ALTER TABLE numeric_rollup_minute DELETE WHERE sensor NOT IN (SELECT sensor FROM minute_sensors)
SETTINGS mutations_sync = 1, allow_nondeterministic_mutations = 1;

-- What a merge has written is synced before it replaces anything: replaced parts may go soon.
ALTER TABLE numeric_readings MODIFY SETTING min_rows_to_fsync_after_merge = 1, old_parts_lifetime = 10;
ALTER TABLE text_readings MODIFY SETTING min_rows_to_fsync_after_merge = 1, old_parts_lifetime = 10;
ALTER TABLE numeric_rollup_minute MODIFY SETTING min_rows_to_fsync_after_merge = 1, old_parts_lifetime = 10;
ALTER TABLE numeric_rollup_hour MODIFY SETTING min_rows_to_fsync_after_merge = 1, old_parts_lifetime = 10;
