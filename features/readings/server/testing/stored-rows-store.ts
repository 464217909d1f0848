import type { Telemetry } from '#kit/server/clickhouse/telemetry.ts'

export interface StoredRow {
  readonly at: number
  readonly value: number | string | null
  readonly quality: number
}

/** What is stored of a sensor: numbers by time, then texts by time. */
export async function storedOf(telemetry: Telemetry, sensorId: number): Promise<StoredRow[]> {
  const rows = (table: string) =>
    telemetry.rows<StoredRow>(
      `SELECT toUnixTimestamp64Milli(time) AS at, value, quality FROM ${table}
         WHERE sensor = ${sensorId} ORDER BY time, value
       SETTINGS output_format_json_quote_64bit_integers = 0`,
    )
  return [...(await rows('numeric_readings')), ...(await rows('text_readings'))]
}

const single = 'SETTINGS output_format_json_quote_64bit_integers = 0'

/** What is stored of several sensors, and what their rollups hold. */
export async function storedOfAll(telemetry: Telemetry, sensorIds: readonly number[]) {
  const readings = (table: string) =>
    telemetry.rows<StoredRow & { sensor: number }>(
      `SELECT sensor, toUnixTimestamp64Milli(time) AS at, value, quality FROM ${table}
       WHERE sensor IN (${sensorIds.join(',')}) ${single}`,
    )
  const rollups = (table: string) =>
    telemetry.rows<{ sensor: number; bucket: number }>(
      `SELECT sensor, toUnixTimestamp(time) AS bucket, quality, sum(count) AS number,
         sum(${table}.total) AS whole, min(minimum) AS low, max(maximum) AS high,
         min(first).2 AS opening, max(last).2 AS closing
       FROM ${table} WHERE sensor IN (${sensorIds.join(',')}) GROUP BY sensor, bucket, quality
         ORDER BY sensor, bucket, quality ${single}`,
    )
  return {
    readings: [...(await readings('numeric_readings')), ...(await readings('text_readings'))],
    minutes: await rollups('numeric_minutes'),
    hours: await rollups('numeric_rollup_hour'),
  }
}

let detached: Promise<unknown> = Promise.resolve()

/**
 * As a crash leaves it: the readings are on disk, these rollups of them are not. One at a time: two
 * queues may insert at once.
 */
export function withoutRollups(...detaching: Parameters<typeof insertWithout>): Promise<void> {
  const inserted = detached.then(() => insertWithout(...detaching))
  detached = inserted.catch(() => undefined)
  return inserted
}

async function insertWithout(
  telemetry: Telemetry,
  rollups: readonly ('minute' | 'hour')[],
  insert: () => Promise<void>,
): Promise<void> {
  const views = rollups.map((rollup) => `numeric_rollup_${rollup}_view`)
  for (const view of views) await telemetry.command(`DETACH TABLE ${view}`)
  await insert()
  for (const view of views) await telemetry.command(`ATTACH TABLE ${view}`)
}

/** What each rollup of a sensor holds, and what it should hold by the readings. */
export async function rollupsOf(
  telemetry: Telemetry,
  sensorId: number,
): Promise<{ truth: unknown; rolled: unknown }[]> {
  const results = []
  for (const [table, bucket, size, type] of [
    ['numeric_minutes', 'toStartOfMinute', 60_000, 'UInt16'],
    ['numeric_rollup_hour', 'toStartOfHour', 3_600_000, 'UInt32'],
  ] as const) {
    const offset = `to${type}(toUnixTimestamp64Milli(r.time) % ${size})`
    const truth = await telemetry.rows(
      `SELECT ${bucket}(r.time) AS bucket, quality, toInt64(count()) AS number,
         round(sum(value), 6) AS total, min(value) AS low, max(value) AS high,
         min((${offset}, value)) AS opening, max((${offset}, value)) AS closing
       FROM numeric_readings AS r WHERE sensor = ${sensorId} GROUP BY bucket, quality
         ORDER BY bucket, quality`,
    )
    const rolled = await telemetry.rows(
      `SELECT time AS bucket, quality, sum(count) AS number, round(sum(${table}.total), 6) AS total,
         min(minimum) AS low, max(maximum) AS high,
         min(first) AS opening, max(last) AS closing
       FROM ${table} WHERE sensor = ${sensorId} GROUP BY bucket, quality ORDER BY bucket, quality`,
    )
    results.push({ truth: plain(truth), rolled: plain(rolled) })
  }
  return results
}

/** Tuples come back as objects or arrays, by whether their elements have names. */
function plain(rows: readonly unknown[]): unknown {
  return JSON.parse(JSON.stringify(rows), (key, value: unknown) =>
    (key === 'opening' || key === 'closing') && value !== null && typeof value === 'object'
      ? Object.values(value)
      : value,
  )
}

/** As a power cut leaves it: the engine does not recognise the tokens of what it has. */
export async function withoutTokens(telemetry: Telemetry): Promise<void> {
  for (const table of [
    'numeric_readings',
    'text_readings',
    'numeric_rollup_minute',
    'numeric_rollup_hour',
  ])
    for (const window of [0, 1000])
      await telemetry.command(
        `ALTER TABLE ${table} MODIFY SETTING non_replicated_deduplication_window = ${window}`,
      )
}

/** As a failed write leaves it: the engine recognises the tokens of what it does not have. */
export async function withTokensAlone(
  telemetry: Telemetry,
  table: string,
  sensorId: number,
): Promise<void> {
  await telemetry.command(
    `ALTER TABLE ${table} DELETE WHERE sensor = ${sensorId} SETTINGS mutations_sync = 1`,
  )
}

/** The sensors 1 to `count` have minutes. */
export async function withMinutes(telemetry: Telemetry, count: number): Promise<void> {
  await telemetry.command(`INSERT INTO minute_sensors SELECT number FROM numbers(1, ${count})`)
}
