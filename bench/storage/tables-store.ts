import type { Telemetry } from '#kit/server/clickhouse/telemetry.ts'

const settings = 'SETTINGS output_format_json_quote_64bit_integers = 0'

export interface TableSize {
  readonly table: string
  readonly rows: number
  readonly bytes: number
  readonly parts: number
}

/** What each table takes on disk, by the engine's own account. */
export function readTableSizes(telemetry: Telemetry): Promise<TableSize[]> {
  return telemetry.rows<TableSize>(
    `SELECT table, sum(rows) AS rows, sum(bytes_on_disk) AS bytes, count() AS parts
      FROM system.parts
     WHERE active AND database = currentDatabase() AND (table LIKE '%_readings'
     OR table LIKE '%_rollup_%')
     GROUP BY table ORDER BY table ${settings}`,
  )
}

/** Merges every table of readings as far as it goes, which the server does by and by. */
export async function mergeTables(telemetry: Telemetry): Promise<void> {
  for (const table of [
    'numeric_readings',
    'text_readings',
    'numeric_rollup_minute',
    'numeric_rollup_hour',
    'numeric_value_counts',
  ])
    await telemetry.command(`OPTIMIZE TABLE ${table} FINAL`)
}

export interface CodecSize {
  readonly codec: string
  /** Bytes of the value column for each value. */
  readonly valueBytes: number
  /** Bytes of the whole row. */
  readonly rowBytes: number
}

/**
 * Stores the numeric readings once more with another codec for the value, and measures. The table
 * is dropped again.
 */
export async function measureCodec(
  telemetry: Telemetry,
  codec: string,
  source: string,
): Promise<CodecSize> {
  await telemetry.command('DROP TABLE IF EXISTS codec_trial SYNC')
  const experimental = codec.includes('ALP') ? ', allow_experimental_codecs = 1' : ''
  await telemetry.command(
    `CREATE TABLE codec_trial (
       sensor UInt32 CODEC(Delta, ZSTD(1)), time DateTime64(3, 'UTC') CODEC(DoubleDelta, ZSTD(1)),
       value Float64 CODEC(${codec}), quality UInt8 CODEC(ZSTD(1))
     ) ENGINE = MergeTree PARTITION BY toYYYYMM(time) ORDER BY (sensor, time)
     SETTINGS min_bytes_for_wide_part = 0, min_rows_for_wide_part = 0${experimental}`,
  )
  await telemetry.command(
    `INSERT INTO codec_trial SELECT sensor, time, value, quality FROM ${source}
      SETTINGS max_partitions_per_insert_block = 0`,
  )
  await telemetry.command('OPTIMIZE TABLE codec_trial FINAL')
  const [row] = await telemetry.rows<{ rows: number; value: number; all: number }>(
    `SELECT sum(rows) AS rows, sumIf(column_data_compressed_bytes, column = 'value') AS value,
      sum(column_data_compressed_bytes) AS all
     FROM (
       SELECT column, column_data_compressed_bytes, if(column = 'value', rows, 0) AS rows
       FROM system.parts_columns
       WHERE active AND database = currentDatabase() AND table = 'codec_trial'
     ) ${settings}`,
  )
  await telemetry.command('DROP TABLE codec_trial SYNC')
  const rows = row?.rows ?? 0
  return { codec, valueBytes: (row?.value ?? 0) / rows, rowBytes: (row?.all ?? 0) / rows }
}

/** Makes a table for a recording's readings. */
export async function createRecording(telemetry: Telemetry): Promise<void> {
  await telemetry.command(
    "CREATE TABLE recording (sensor UInt32, time DateTime64(3, 'UTC'), value Float64, quality " +
      'UInt8) ENGINE = Memory',
  )
}

/** Adds readings as lines of sensor, seconds, value and quality. */
export async function addToRecording(telemetry: Telemetry, lines: string): Promise<void> {
  await telemetry.insert(
    { table: 'recording', columns: ['sensor', 'time', 'value', 'quality'] },
    Buffer.from(lines),
  )
}
