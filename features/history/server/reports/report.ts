import { refusedField } from '#kit/model/calls/errors.ts'
import { fieldError } from '#kit/model/calls/field-errors.ts'
import type { Sensor, SensorType } from '#kit/model/sensor.ts'
import type { PersonalReader, TelemetryReader } from '#kit/server/clickhouse/telemetry.ts'
import type { RetainedReadings } from '#kit/server/readings/retained-readings.ts'
import type { QualityChanges } from '../../contract/series.ts'
import type { DeviceActivity, SensorReport } from '../../contract/sensor-report.ts'
import type { SeriesMode } from '../../contract/routes.ts'
import type { Statistics } from '../../contract/statistics.ts'
import { countAbout, noCounts } from '../days/counts-store.ts'
import { readFew, type FewReadings } from '../few/few-readings.ts'
import type { SensorRange } from '../history-store.ts'
import {
  numericStatistics,
  statisticsOf,
  isExpensive,
  isTotal,
  timeOutside,
  withoutExtremes,
  type Counted,
  type FiguresRequest,
} from '../numeric-figures.ts'
import { changesJson, type SeriesPart } from '../changes/changes-json.ts'
import { qualitiesOf } from '../changes/quality-changes.ts'
import { readRaw, type RawReadings } from '../raw-store.ts'
import {
  columnsAhead,
  heldReadings,
  maximumRaw,
  rawJson,
  refuseTooMany,
  seriesJson,
  type CountedReadings,
} from '../series-json.ts'
import { readBefore } from '../states-store.ts'
import { stateFiguresOf, withoutAverages } from '../state-figures.ts'
import { noStatistics, readStatistics } from '../statistics-store.ts'
import { partsOf, rolledUntil } from '../stored-parts.ts'
import { countTexts, hasTextsAlone, textsBesideNumbers } from '../texts-store.ts'

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
  const textsBy = (by: TelemetryReader) =>
    texts || mode === 'raw' ? null : textsBesideNumbers(by, range, retained)
  const ofShort = to - from <= shortRangeMs ? inAdvance(textsBy(reader)) : null
  const few = texts ? null : await fewReadings(reader, request)
  const ahead = texts || few ? null : columnsAhead(reader, range, request)
  const counts =
    few?.counts ??
    (texts || insistsOnFew(request) ? noCounts : await countAbout(counterOf(reader, range), range))
  const telemetry = isExpensive(counts) ? reader.lengthy : reader
  const begin = heldReadings(request.hold)
  begin(few || mode === 'raw' ? Math.min(counts.number, maximumRaw) : 0)
  const { before, activity } = await statesAround(telemetry, request)
  const raw =
    !texts && hasOwnFigures(request) ? readRaw(telemetry, range, maximumRaw + 1, begin) : null
  const counted = texts
    ? textStatistics(telemetry, range).then(withoutExtremes)
    : (raw?.then((readings) => rawStatistics(telemetry, range, readings)) ??
      (few && !isTotal(sensor)
        ? rawStatistics(telemetry, range, few)
        : numericStatistics(telemetry, request, counts)))
  const seriesPart = texts
    ? changesJson(telemetry, range, { before, retained })
    : (raw?.then(({ arrays }) => ({ quality: null, series: rawJson(arrays) })) ??
      numbersJson(telemetry, request, range, { counts, ahead, few }))
  const [{ statistics }, states, outside, { quality, series }, textsBeside] = await Promise.all([
    counted,
    stateFiguresOf(telemetry, { ...request, activity, before }, texts),
    counted.then((figures) => timeOutside(telemetry, request, figures)),
    seriesPart,
    ofShort ?? textsBy(telemetry),
  ])
  if (mode === 'raw') refuseTooMany(statistics.count + statistics.badCount)
  const head = JSON.stringify({
    ...{ sensor, from, to, timezone, statistics: withoutAverages(sensor, statistics) },
    ...{ textsBeside, before, activity, outside, quality, states },
  })
  const pieces = [Buffer.from(`${head.slice(0, -1)},"series":`), ...series, Buffer.from('}')]
  request.hold(pieces.reduce((sum, piece) => sum + piece.byteLength, 0))
  return pieces
}

/** Whoever awaits it gets the failure; until then it is nobody's. */
function inAdvance<Answer>(question: Promise<Answer> | null): Promise<Answer> | null {
  question?.catch(() => undefined)
  return question
}

/** Null where they are read in another way, are many, or have expired. */
function fewReadings(
  reader: PersonalReader,
  { sensor, from, to, mode, retained }: ReportRequest,
): Promise<FewReadings | null> {
  const range: SensorRange = { sensorId: sensor.id, from, to }
  if (mode === 'raw' || to - from > shortRangeMs || rolledUntil(partsOf(range, retained)) !== null)
    return Promise.resolve(null)
  return readFew(reader, range, sensor.intervalMs)
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
  { statistics }: Pick<RawReadings, 'statistics'>,
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

async function numbersJson(
  telemetry: TelemetryReader,
  request: ReportRequest,
  range: SensorRange,
  known: CountedReadings,
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
