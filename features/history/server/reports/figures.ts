import type { PersonalReader } from '#kit/server/clickhouse/telemetry.ts'
import type { Figures } from '../../contract/analysis.ts'
import type { Statistics } from '../../contract/statistics.ts'
import { countAbout, noCounts } from '../days/counts-store.ts'
import type { SensorRange } from '../history-store.ts'
import {
  isExpensive,
  numericStatistics,
  timeOutside,
  timeWeighted,
  withoutExtremes,
  type FiguresRequest,
} from '../numeric-figures.ts'
import { readBefore } from '../states-store.ts'
import { textsBesideNumbers } from '../texts-store.ts'
import { isStateSensor, stateFiguresOf, withoutAverages } from '../state-figures.ts'
import { holdsTexts, textStatistics, type ReportRequest } from './report.ts'

/**
 * All figures of a sensor in a period; those of states only where it is said when its device was
 * active.
 */
export async function figuresOf(
  reader: PersonalReader,
  { activity, ...request }: FiguresRequest & Partial<Pick<ReportRequest, 'activity'>>,
): Promise<Figures> {
  const { sensor, from, to } = request
  const range: SensorRange = { sensorId: sensor.id, from, to }
  const { telemetry, texts, counted } = await countedOf(reader, request)
  const isState = isStateSensor(sensor) && activity !== undefined
  const [active, before] = isState
    ? await Promise.all([activity(), readBefore(telemetry, sensor.id, from)])
    : [null, null]
  const [states, outside, weighted, textsBeside] = await Promise.all([
    active ? stateFiguresOf(telemetry, { ...request, activity: active, before }, texts) : null,
    timeOutside(telemetry, request, counted),
    texts ? null : timeWeighted(telemetry, request),
    texts ? null : textsBesideNumbers(telemetry, range, request.retained),
  ])
  const statistics = withoutAverages(sensor, counted.statistics)
  return { statistics, states, outside, timeWeighted: weighted, textsBeside }
}

/** The statistics alone: what needs the time for which each reading counts takes much longer. */
export async function usualStatisticsOf(
  reader: PersonalReader,
  request: FiguresRequest,
): Promise<Statistics> {
  return (await countedOf(reader, request)).counted.statistics
}

async function countedOf(reader: PersonalReader, request: FiguresRequest) {
  const { sensor, from, to } = request
  const range: SensorRange = { sensorId: sensor.id, from, to }
  const texts = await holdsTexts(reader, sensor, range)
  const about = texts ? noCounts : await countAbout(reader, range)
  const telemetry = isExpensive(about) ? reader.lengthy : reader
  const counted = await (texts
    ? textStatistics(telemetry, range).then(withoutExtremes)
    : numericStatistics(telemetry, request, about))
  return { telemetry, texts, counted }
}
