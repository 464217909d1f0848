-- From when on readings, minutes and hours of a sensor are kept, in seconds UTC: of before, some or all are removed.
CREATE TABLE IF NOT EXISTS kept_from (
  sensor UInt32,
  readings SimpleAggregateFunction(max, UInt32),
  minutes SimpleAggregateFunction(max, UInt32),
  hours SimpleAggregateFunction(max, UInt32)
) ENGINE = AggregatingMergeTree
ORDER BY sensor
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1;
