import type { Range } from '#kit/model/time/period.ts'
import type { TelemetryReader } from '#kit/server/clickhouse/telemetry.ts'
import type { StateFigures } from '../contract/state-figures.ts'
import { settings, type SensorRange } from './history-store.ts'

/** Of what has more states than these, as a value that is measured, no time is summed up. */
const maximumStates = 1_000

/** How the readings of a sensor are looked at. */
interface Source {
  readonly table: string
  /** SQL: its state, nothing where none is known. */
  readonly state: string
  /** SQL: of several readings of one time the greatest of these counts. */
  readonly place: string
}

const numbers: Source = {
  table: 'numeric_readings',
  state: `if(quality = 2 OR isNaN(value), '', concat('d', toString(value)))`,
  place: 'if(quality = 2 OR isNaN(value), -inf, value)',
}
const texts: Source = {
  table: 'text_readings',
  state: `if(quality = 2, '', concat('t', value))`,
  place: `if(quality = 2, '', concat('t', value))`,
}

interface StateSource {
  /** When its device was silent. */
  readonly gaps: readonly Range[]
  /** Of a calculated sensor: it has readings although its device is silent. */
  readonly mayHoldReadings: boolean
  /** It was sent as words. */
  readonly isText: boolean
}

/** The readings of the range and the one before it, each until a state follows that is another. */
const runs = ({ table, state, place }: Source) => `
  SELECT at, state, leadInFrame(at, 1, {to:Int64}) OVER following AS next,
    anyLast(nullIf(state, '')) OVER earlier AS known
  FROM (
    SELECT at, state, lagInFrame(state, 1, 'none') OVER past AS before
    FROM (
      SELECT at, state, leadInFrame(at, 1, -1) OVER following AS next
      FROM (
        SELECT toUnixTimestamp64Milli(${table}.time) AS at, ${state} AS state, ${place} AS place
        FROM ${table} WHERE sensor = {sensorId:UInt32}
          AND ${table}.time < fromUnixTimestamp64Milli({to:Int64}, 'UTC')
          AND ${table}.time >= (SELECT max(newest) FROM (SELECT time AS newest FROM ${table}
            WHERE sensor = {sensorId:UInt32}
              AND ${table}.time < fromUnixTimestamp64Milli({from:Int64}, 'UTC')
            ORDER BY ${table}.time DESC LIMIT 1))
      )
      WINDOW following AS (ORDER BY at, place
        ROWS BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING)
    )
    WHERE next != at
    WINDOW past AS (ORDER BY at ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW)
  )
  WHERE state != before
  WINDOW following AS (ORDER BY at ROWS BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING),
    earlier AS (ORDER BY at ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)`

/**
 * For how long a lamp or a detector was in each state of a range, and how often that changed, from
 * every reading: a state lasts until the next reading that says another, a bad reading is in none,
 * and nothing goes on within `gaps`, in which its device was silent. Null where there are too many
 * states.
 */
export async function readStateFigures(
  telemetry: TelemetryReader,
  range: SensorRange,
  { gaps, isText, mayHoldReadings }: StateSource,
): Promise<Omit<StateFigures, 'elapsedMs'> | null> {
  // A gap without readings lies within one run: of shorter runs none is looked for.
  const shortestMs = mayHoldReadings ? 0 : Math.min(...gaps.map(({ from, to }) => to - from))
  const inGaps = `if(next - greatest(at, {from:Int64}) < {shortestMs:Int64}, 0,
    arraySum((first, last) ->
      greatest(0, least(next, last) - greatest(at, first, {from:Int64})),
      {gapsFrom:Array(Int64)}, {gapsTo:Array(Int64)}))`
  const rows = await telemetry.rows<{ state: string; ms: number; changes: number }>(
    `SELECT state, sum(greatest(0, next - greatest(at, {from:Int64})) - ${inGaps}) AS ms,
       countIf(at >= {from:Int64} AND known IS NOT NULL AND known != state) AS changes
     FROM (${runs(isText ? texts : numbers)})
     GROUP BY state ORDER BY ms DESC, state LIMIT ${maximumStates + 1} ${settings}`,
    {
      ...range,
      shortestMs: Number.isFinite(shortestMs) ? shortestMs : 0,
      gapsFrom: gaps.map(({ from }) => from),
      gapsTo: gaps.map(({ to }) => to),
    },
  )
  if (rows.length > maximumStates) return null
  const states = rows.filter(({ state }) => state !== '')
  return {
    shares: states
      .filter(({ ms }) => ms > 0)
      .map(({ state, ms }) => ({ state: stateOf(state), ms })),
    badMs: rows.find(({ state }) => state === '')?.ms ?? 0,
    changes: states.reduce((sum, { changes }) => sum + changes, 0),
  }
}

const stateOf = (text: string): string =>
  text.startsWith('d') ? String(Number(text.slice(1))) : text.slice(1)
