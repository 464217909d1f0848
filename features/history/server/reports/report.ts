import { refusedField } from '#kit/model/calls/errors.ts'
import { fieldError } from '#kit/model/calls/field-errors.ts'
import type { Sensor, SensorType } from '#kit/model/sensor.ts'
import type { PersonalReader, TelemetryReader } from '#kit/server/clickhouse/telemetry.ts'
import type { RetainedReadings } from '#kit/server/readings/retained-readings.ts'
import type { ChangeSeries, QualityChanges } from '../../contract/series.ts'
import type { DeviceActivity, SensorReport } from '../../contract/sensor-report.ts'
import type { SeriesMode } from '../../contract/routes.ts'
import type { Statistics } from '../../contract/statistics.ts'
import { countAbout, noCounts, type AboutCounts } from '../days/counts-store.ts'
import type { SensorRange } from '../history-store.ts'
import {
  numericStatistics,
  statisticsOf,
  isExpensive,
  timeOutside,
  withoutExtremes,
  type Counted,
  type FiguresRequest,
} from '../numeric-figures.ts'
import { qualitiesOf } from '../changes/quality-changes.ts'
import { readRaw, type RawReadings } from '../raw-store.ts'
import {
  columnsAhead,
  heldReadings,
  maximumRaw,
  rawJson,
  refuseTooMany,
  seriesJson,
} from '../series-json.ts'
import { readBefore } from '../states-store.ts'
import { noStatistics, readStatistics } from '../statistics-store.ts'
import { partsOf, rolledUntil } from '../stored-parts.ts'
import {
  countTexts,
  hasTextsAlone,
  readChanges,
  textsBesideNumbers,
  type ChangeRow,
} from '../texts-store.ts'

const maximumChanges = 1_000
/** Changes of quality of numbers that are listed; where there are more, columns say it. */
const maximumQualityChanges = 10_000
/** What may speak only when it changes. */
const changing: ReadonlySet<SensorType> = new Set(['lamp', 'detector', 'string'])
const shortRangeMs = 2 * 86_400_000

export interface ReportRequest extends FiguresRequest {
  readonly width: number
  readonly mode: SeriesMode
  readonly timezone: string
  /**
   * When the sensor's device was active in the range; asked for sensors that may speak only when
   * they change.
   */
  readonly activity: () => Promise<DeviceActivity>
  /**
   * Counts the bytes of the report that are, or will be, in memory; throws when there is no room.
   */
  readonly hold: (bytes: number) => void
}

/**
 * The reply's `data` for one sensor as JSON, in pieces to be put together once: large series go
 * from the engine to the wire without being taken apart or copied on the way. Throws `invalid` when
 * more readings are insisted on than can be sent one by one.
 */
export async function reportJson(
  reader: PersonalReader,
  request: ReportRequest,
): Promise<Buffer[]> {
  const { sensor, from, to, timezone, mode, retained } = request
  const range: SensorRange = { sensorId: sensor.id, from, to }
  const texts = await holdsTexts(reader, sensor, range)
  if (!texts && mode === 'raw') refuseExpired(range, retained)
  const ahead = texts ? null : columnsAhead(reader, range, request)
  const counts =
    texts || insistsOnFew(request) ? noCounts : await countAbout(counterOf(reader, range), range)
  const telemetry = isExpensive(counts) ? reader.lengthy : reader
  const begin = heldReadings(request.hold)
  begin(mode === 'raw' ? Math.min(counts.number, maximumRaw) : 0)
  const { before, activity } = await statesAround(telemetry, request)
  const raw =
    !texts && hasOwnFigures(request) ? readRaw(telemetry, range, maximumRaw + 1, begin) : null
  const counted = texts
    ? textStatistics(telemetry, range).then(withoutExtremes)
    : (raw?.then((readings) => rawStatistics(telemetry, range, readings)) ??
      numericStatistics(telemetry, request, counts))
  const seriesPart = texts
    ? changesJson(telemetry, range, before)
    : (raw?.then(({ arrays }) => ({ quality: null, series: rawJson(arrays) })) ??
      numbersJson(telemetry, request, range, { counts, ahead }))
  const [{ statistics }, outside, { quality, series }, textsBeside] = await Promise.all([
    counted,
    counted.then((figures) => timeOutside(telemetry, request, figures)),
    seriesPart,
    texts || mode === 'raw' ? null : textsBesideNumbers(telemetry, range, retained),
  ])
  if (mode === 'raw') refuseTooMany(statistics.count + statistics.badCount)
  const head = JSON.stringify({
    ...{ sensor, from, to, timezone, statistics, textsBeside, before, activity, outside, quality },
  })
  const pieces = [Buffer.from(`${head.slice(0, -1)},"series":`), ...series, Buffer.from('}')]
  request.hold(pieces.reduce((sum, piece) => sum + piece.byteLength, 0))
  return pieces
}

/** Of more days even counting takes long. */
const longCountMs = 100 * 86_400_000

const counterOf = (reader: PersonalReader, { from, to }: SensorRange): TelemetryReader =>
  to - from > longCountMs ? reader.lengthy : reader

/**
 * What a lamp, a detector or a text was before the range, and when its device was active; null for
 * other sensors.
 */
async function statesAround(
  telemetry: TelemetryReader,
  { sensor, from, activity }: ReportRequest,
): Promise<Pick<SensorReport, 'before' | 'activity'>> {
  if (!changing.has(sensor.type)) return { before: null, activity: null }
  const [before, active] = await Promise.all([readBefore(telemetry, sensor.id, from), activity()])
  return { before, activity: active }
}

/** Readings one by one are insisted on, and some are not kept any more. */
function refuseExpired(range: SensorRange, retained: RetainedReadings): void {
  if (rolledUntil(partsOf(range, retained)) === null) return
  const from = new Date(retained.cutoffsOf(range.sensorId).readings).toISOString()
  throw refusedField('from', fieldError('readings_expired', { from }))
}

/** Readings one by one of a short range are wanted: how many there are decides nothing. */
function insistsOnFew({ mode, from, to }: ReportRequest): boolean {
  return mode === 'raw' && to - from <= shortRangeMs
}

/** Whether the readings that are insisted on say all figures: those of totals need more. */
function hasOwnFigures(request: ReportRequest): boolean {
  return insistsOnFew(request) && request.sensor.type === 'analog'
}

async function rawStatistics(
  telemetry: TelemetryReader,
  range: SensorRange,
  { statistics }: RawReadings,
): Promise<Counted> {
  const figures = (await statistics()) ?? (await readStatistics(telemetry, range))
  return withoutExtremes({ ...figures, source: 'raw' })
}

/** Whether the readings of a range are texts, as the sensor is one or as they were sent. */
export async function holdsTexts(
  telemetry: TelemetryReader,
  sensor: Sensor,
  range: SensorRange,
): Promise<boolean> {
  if (sensor.type === 'string') return true
  if (sensor.type !== 'lamp' && sensor.type !== 'detector') return false
  return hasTextsAlone(telemetry, range)
}

/** The series as JSON in pieces, and the quality of its readings. */
interface SeriesPart {
  readonly quality: QualityChanges | null
  readonly series: Buffer[]
}

async function numbersJson(
  telemetry: TelemetryReader,
  request: ReportRequest,
  range: SensorRange,
  known: { readonly counts: AboutCounts; readonly ahead: ReturnType<typeof columnsAhead> },
): Promise<SeriesPart> {
  const [quality, series] = await Promise.all([
    changing.has(request.sensor.type) && rolledUntil(partsOf(range, request.retained)) === null
      ? qualityOfNumbers(telemetry, range)
      : null,
    seriesJson(telemetry, range, request, known),
  ])
  return { quality, series }
}

async function qualityOfNumbers(
  telemetry: TelemetryReader,
  range: SensorRange,
): Promise<QualityChanges | null> {
  const { sensorId } = range
  const { quality, truncated } = (
    await qualitiesOf(telemetry, [sensorId], range, maximumQualityChanges)
  )(sensorId)
  return truncated ? null : quality
}

async function changesJson(
  telemetry: TelemetryReader,
  range: SensorRange,
  before: SensorReport['before'],
): Promise<SeriesPart> {
  const { sensorId } = range
  const [rows, qualityOf] = await Promise.all([
    readChanges(telemetry, range, maximumChanges + 1),
    qualitiesOf(telemetry, [sensorId], range, maximumChanges),
  ])
  const isLong = rows.length > maximumChanges
  const { quality, truncated } = qualityOf(sensorId)
  const series: ChangeSeries = {
    kind: 'changes',
    rows: isLong ? rows.slice(0, maximumChanges) : [...continued(rows, before)],
    truncated: isLong || truncated,
  }
  return { quality, series: [Buffer.from(JSON.stringify(series))] }
}

/**
 * Changes that go on from the reading before the range: the first one counts only if its value is
 * something else.
 */
function continued(
  rows: readonly ChangeRow[],
  before: SensorReport['before'],
): readonly ChangeRow[] {
  const first = rows.at(-1)
  if (!first || !before) return rows
  const previous = String(before.value)
  return first.current === previous
    ? rows.slice(0, -1)
    : [...rows.slice(0, -1), { ...first, previous }]
}

/** The median of a range of readings, as a report of it says; null where there is none. */
export async function medianOf(
  reader: PersonalReader,
  range: SensorRange,
  retained: RetainedReadings,
): Promise<number | null> {
  if (rolledUntil(partsOf(range, retained)) !== null) return null
  const about = await countAbout(reader, range)
  const telemetry = isExpensive(about) ? reader.lengthy : reader
  return (await statisticsOf(telemetry, range, about)).median
}

/** How many texts a range holds; they have no other figure. */
export async function textStatistics(
  telemetry: TelemetryReader,
  range: SensorRange,
): Promise<Statistics> {
  return { ...noStatistics, ...(await countTexts(telemetry, range)), source: 'raw' }
}
