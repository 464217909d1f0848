-- Readings one by one. Sorted by sensor and time: a chart reads one contiguous range.
-- Parts that a merge has replaced go after a minute: what replaced them is on disk, so nothing needs them longer.
-- The fsync settings are the promise "acknowledged means stored"; the window lets a repeated insert be recognised.
CREATE TABLE IF NOT EXISTS numeric_readings (
  sensor UInt32 CODEC(Delta, ZSTD(1)),
  time DateTime64(3, 'UTC') CODEC(DoubleDelta, ZSTD(1)),
  value Float64 CODEC(Delta(8), ZSTD(6)),
  quality UInt8 CODEC(ZSTD(1))
) ENGINE = MergeTree
PARTITION BY toYYYYMM(time)
ORDER BY (sensor, time)
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1, non_replicated_deduplication_window = 1000, old_parts_lifetime = 60;

CREATE TABLE IF NOT EXISTS text_readings (
  sensor UInt32 CODEC(Delta, ZSTD(1)),
  time DateTime64(3, 'UTC') CODEC(DoubleDelta, ZSTD(1)),
  value String CODEC(ZSTD(3)),
  quality UInt8 CODEC(ZSTD(1))
) ENGINE = MergeTree
PARTITION BY toYYYYMM(time)
ORDER BY (sensor, time)
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1, non_replicated_deduplication_window = 1000, old_parts_lifetime = 60;

-- Rollups, one row for each sensor, quality and bucket. `first` and `last` are (offset in the bucket in ms, value): the least and
-- greatest of such pairs are the bucket's first and last reading, in whatever order and in however many inserts they came.
CREATE TABLE IF NOT EXISTS numeric_rollup_minute (
  sensor UInt32 CODEC(Delta, ZSTD(1)),
  time DateTime('UTC') CODEC(DoubleDelta, ZSTD(1)),
  quality UInt8 CODEC(ZSTD(1)),
  count SimpleAggregateFunction(sum, Int64) CODEC(T64, ZSTD(1)),
  total SimpleAggregateFunction(sum, Float64) CODEC(ZSTD(3)),
  minimum SimpleAggregateFunction(min, Float64) CODEC(Delta(8), ZSTD(3)),
  maximum SimpleAggregateFunction(max, Float64) CODEC(Delta(8), ZSTD(3)),
  first SimpleAggregateFunction(min, Tuple(offset UInt16, value Float64)) CODEC(ZSTD(3)),
  last SimpleAggregateFunction(max, Tuple(offset UInt16, value Float64)) CODEC(ZSTD(3))
) ENGINE = AggregatingMergeTree
PARTITION BY toYYYYMM(time)
ORDER BY (sensor, time, quality)
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1, non_replicated_deduplication_window = 1000, old_parts_lifetime = 60;

CREATE TABLE IF NOT EXISTS numeric_rollup_hour (
  sensor UInt32 CODEC(Delta, ZSTD(1)),
  time DateTime('UTC') CODEC(DoubleDelta, ZSTD(1)),
  quality UInt8 CODEC(ZSTD(1)),
  count SimpleAggregateFunction(sum, Int64) CODEC(T64, ZSTD(1)),
  total SimpleAggregateFunction(sum, Float64) CODEC(ZSTD(3)),
  minimum SimpleAggregateFunction(min, Float64) CODEC(Delta(8), ZSTD(3)),
  maximum SimpleAggregateFunction(max, Float64) CODEC(Delta(8), ZSTD(3)),
  first SimpleAggregateFunction(min, Tuple(offset UInt32, value Float64)) CODEC(ZSTD(3)),
  last SimpleAggregateFunction(max, Tuple(offset UInt32, value Float64)) CODEC(ZSTD(3))
) ENGINE = AggregatingMergeTree
PARTITION BY toYYYYMM(time)
ORDER BY (sensor, time, quality)
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1, non_replicated_deduplication_window = 1000, old_parts_lifetime = 60;

CREATE MATERIALIZED VIEW IF NOT EXISTS numeric_rollup_minute_view TO numeric_rollup_minute AS
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
GROUP BY sensor, time, quality;

CREATE MATERIALIZED VIEW IF NOT EXISTS numeric_rollup_hour_view TO numeric_rollup_hour AS
SELECT
  sensor,
  toStartOfHour(reading.time) AS time,
  quality,
  toInt64(count()) AS count,
  sum(value) AS total,
  min(value) AS minimum,
  max(value) AS maximum,
  min((toUInt32(toUnixTimestamp64Milli(reading.time) % 3600000), value)) AS first,
  max((toUInt32(toUnixTimestamp64Milli(reading.time) % 3600000), value)) AS last
FROM numeric_readings AS reading
GROUP BY sensor, time, quality;
