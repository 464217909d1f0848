-- How often each value occurred on a day of UTC, of sensors that repeat few values: exact percentiles of long ranges without their
-- readings. `time` is the beginning of the day, `count` its usable readings. A row counts only while the hours of the day count
-- as many, so that a late reading makes it void until it is counted anew. Where values hardly repeat the lists are empty.
CREATE TABLE IF NOT EXISTS numeric_value_counts (
  sensor UInt32 CODEC(Delta, ZSTD(1)),
  time DateTime('UTC') CODEC(DoubleDelta, ZSTD(1)),
  count Int64 CODEC(T64, ZSTD(1)),
  value Array(Float64) CODEC(Delta(8), ZSTD(6)),
  number Array(UInt32) CODEC(ZSTD(6))
) ENGINE = ReplacingMergeTree
PARTITION BY toYYYYMM(time)
ORDER BY (sensor, time)
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1, min_rows_to_fsync_after_merge = 1, old_parts_lifetime = 10,
  index_granularity = 64;
