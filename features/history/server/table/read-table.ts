import { refusedField } from '#kit/model/calls/errors.ts'
import { fieldError } from '#kit/model/calls/field-errors.ts'
import { qualities } from '#kit/model/quality.ts'
import { hasAverage, type Sensor } from '#kit/model/sensor.ts'
import { clockChanges } from '#kit/model/time/clock-changes.ts'
import type { Range } from '#kit/model/time/period.ts'
import { zoneOffset } from '#kit/model/time/zone.ts'
import type { PersonalReader } from '#kit/server/clickhouse/telemetry.ts'
import type { RetainedReadings } from '#kit/server/readings/retained-readings.ts'
import type { TableQuery } from '../../contract/table.ts'
import { partsOf, type StoredPart } from '../stored-parts.ts'
import { textsBesideNumbers } from '../texts-store.ts'
import type { Row } from './table-csv.ts'
import { kindOf, readReadings, readSteps, type StepClock } from './table-store.ts'

interface Table {
  readonly unit: string
  readonly rows: readonly Row[]
  readonly next: string | null
  readonly keptFrom: string | null
  readonly textsBeside: number | null
}

export interface TableSources {
  /** The site's zone, in which days begin. */
  readonly timezone: string
  readonly retained: RetainedReadings
  /** Whether the sensor's readings of a range are texts. */
  readonly holdsTexts: (reader: PersonalReader, sensor: Sensor, range: Range) => Promise<boolean>
}

interface TableRequest {
  readonly sensor: Sensor
  readonly range: Range
  readonly query: Pick<TableQuery, 'step' | 'limit'>
}

const hourMs = 3_600_000
const stepSeconds = { '1m': 60, '5m': 300, '15m': 900, '1h': 3_600, '1d': 86_400 } as const

const isoOf = (at: number) => new Date(at).toISOString()

/** The rows of a table: at most as many as were asked for, and where the rest begins. */
export async function readTable(
  sources: TableSources,
  reader: PersonalReader,
  request: TableRequest,
): Promise<Table> {
  const { sensor, range, query } = request
  if (query.step === 'none') return readingRows(sources, reader, request)
  if (await sources.holdsTexts(reader, sensor, range))
    throw refusedField('step', fieldError('not_accepted'))
  const sensorRange = { sensorId: sensor.id, ...range }
  const clock = { seconds: stepSeconds[query.step], timezone: sources.timezone }
  const stored = partsOf(sensorRange, sources.retained)
  const isOfHours = liesInHours(stored, clock)
  const parts = stored.filter(({ source }) => source !== 'hours' || isOfHours)
  // One more than fits says where the rest begins: a step is never divided.
  const steps = await readSteps(
    reader.lengthy,
    { sensorId: sensor.id, parts },
    query.limit + 1,
    clock,
  )
  const next = steps[query.limit]?.at ?? null
  const shown = { ...sensorRange, to: next ?? range.to }
  const rows = steps.map(({ at, ...figures }) => ({
    ...{ time: isoOf(at), ...figures },
    average: hasAverage(sensor.type) ? figures.average : null,
  }))
  return {
    ...{ unit: sensor.unit, rows: rows.slice(0, query.limit) },
    next: next === null ? null : isoOf(next),
    keptFrom: laterThan(range, knownFrom(sources.retained, sensor.id, isOfHours)),
    textsBeside: await textsBesideNumbers(reader.lengthy, shown, sources.retained),
  }
}

async function readingRows(
  { retained }: TableSources,
  reader: PersonalReader,
  { sensor, range, query: { limit } }: TableRequest,
): Promise<Table> {
  const sensorRange = { sensorId: sensor.id, ...range }
  const kind = await kindOf(reader, sensor, sensorRange)
  const { readings, isCut } = await readReadings(reader.lengthy, sensorRange, limit, kind)
  const last = isCut ? readings.at(-1) : undefined
  // Those of one time are never divided: what is left begins after it.
  const [left] = last
    ? (await readReadings(reader.lengthy, { ...sensorRange, from: last.at + 1 }, 1, kind)).readings
    : []
  const rows = readings.map(({ at, value, quality }) => ({
    ...{ time: isoOf(at), value },
    quality: qualities[quality],
  }))
  const next = left ? isoOf(left.at) : null
  const { readings: from } = retained.cutoffsOf(sensor.id)
  const keptFrom = laterThan(range, from)
  return { unit: sensor.unit, rows, next, keptFrom, textsBeside: null }
}

const laterThan = ({ from }: Range, keptFrom: number) => (keptFrom > from ? isoOf(keptFrom) : null)

/** Since when steps of a sensor are known, ms UTC. */
function knownFrom(retained: RetainedReadings, sensorId: number, isOfHours: boolean): number {
  const { readings, minutes, hours } = retained.cutoffsOf(sensorId)
  if (isOfHours) return hours
  return retained.hasMinutes(sensorId) ? minutes : readings
}

/** Whether no hour of UTC that speaks for its readings lies in two steps. */
function liesInHours(parts: readonly StoredPart[], { seconds, timezone }: StepClock): boolean {
  const hours = parts.find(({ source }) => source === 'hours')
  if (!hours) return true
  const isWhole = (ms: number) => ms % hourMs === 0
  return (
    isWhole(seconds * 1000) &&
    isWhole(zoneOffset(hours.from, timezone)) &&
    clockChanges(hours, timezone).every(({ at, after }) => isWhole(at) && isWhole(after))
  )
}
