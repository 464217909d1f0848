-- To which installation these readings belong; the newest row counts.
CREATE TABLE IF NOT EXISTS installation (
  id UUID,
  since DateTime64(6, 'UTC') DEFAULT now64(6)
) ENGINE = MergeTree
ORDER BY since
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1;
