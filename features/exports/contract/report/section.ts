import { drawnReport } from '#features/history/contract/in-hours.ts'
import { reportData, type ReportData } from '#features/history/contract/report-data.ts'
import type { SensorReport } from '#features/history/contract/sensor-report.ts'
import { isMeasuring } from '#kit/model/sensor.ts'
import { lengthWithin } from '#kit/ui/chart/data/segments.ts'
import type { TimeRange } from '#kit/ui/chart/data/model.ts'
import { annotationBlocks, shownAnnotations, type SensorAnnotations } from './annotations.ts'
import { chartDrawing } from './chart-drawing.ts'
import type { Block, Figure, Group } from './document.ts'
import type { ReportFormat } from './format.ts'
import { notListedBlock } from './not-listed.ts'
import { stateBlocks } from './state-section.ts'
import type { ReportWords } from './words.ts'

/** Gaps that are listed one by one, and changes of a text. */
const maximumListed = 30

export interface SectionContext {
  readonly words: ReportWords
  readonly format: ReportFormat
  /** The period, ms UTC, and up to when it is known. */
  readonly range: TimeRange
  readonly until: number
}

/** What there is about one sensor. */
export interface ReportedSensor {
  readonly report: SensorReport
  readonly annotations: SensorAnnotations
}

/** What a report says of one sensor. */
export interface Section {
  /** Its row of the overview. */
  readonly row: readonly string[]
  readonly group: Group
}

/**
 * What a report says of a sensor, from the report of the history screen: `device` is how its device
 * is called. Time without readings, and time of bad ones, is not available.
 */
export function sectionOf(
  { report: received, annotations }: ReportedSensor,
  device: string,
  context: SectionContext,
): Section {
  const { words, format, range, until } = context
  const report = drawnReport(received)
  const { sensor, statistics, outside } = report
  const data = reportData(report, until)
  const covered = { from: range.from, to: Math.max(range.from, Math.min(range.to, until)) }
  const coveredMs = covered.to - covered.from
  const lostMs = lengthWithin(data.gaps, covered) + lengthWithin(badOf(data), covered)
  const available = data.isEmpty || coveredMs === 0 ? 0 : Math.max(0, 1 - lostMs / coveredMs)
  const value = valueText(report, format)
  const outsideMs = outside ? outside.aboveMs + outside.belowMs : null
  const common: Figure[] = [
    ...(outside
      ? [
          duration(words.above, outside.aboveMs, format),
          duration(words.below, outside.belowMs, format),
        ]
      : []),
    { name: words.available, value: format.percent(available), isRemarkable: available < 0.995 },
    { name: words.gaps, value: format.number(data.gaps.length, 0) },
    { name: words.badReadings, value: format.number(statistics.badCount, 0) },
    ...(report.textsBeside
      ? [{ name: words.textsBeside, value: format.number(report.textsBeside, 0) }]
      : []),
  ]
  const name =
    sensor.alias + (sensor.unit === '' || sensor.type === 'timer' ? '' : ` (${sensor.unit})`)
  return {
    row: [
      ...[device, name],
      ...(isMeasuring(sensor.type) ? measures.map((each) => value(statistics[each])) : none),
      outsideMs === null ? '–' : format.duration(outsideMs),
      format.percent(available),
    ],
    group: [
      { kind: 'heading', text: name, detail: device },
      ...(data.isEmpty ? [{ kind: 'text' as const, text: words.noReadings }] : []),
      ...(data.isEmpty ? [] : blocksOf({ report, annotations }, data, context, value, name)),
      ...(data.isEmpty && data.kind !== 'changes' ? [] : [figuresOf(report, value, common, words)]),
      ...annotationBlocks(annotations, context),
      ...gapBlocks(data.gaps, context),
      ...(statistics.source === 'raw' ? [] : [{ kind: 'text' as const, text: words.fromRollups }]),
      ...textsKept(report, context),
    ],
  }
}

const measures = ['minimum', 'average', 'median', 'maximum'] as const
const none = measures.map(() => '–')

type WriteValue = (value: number | null) => string

function valueText({ sensor }: SensorReport, format: ReportFormat): WriteValue {
  return (value) => {
    if (value === null) return '–'
    return sensor.type === 'timer' ? format.hours(value) : format.number(value, sensor.decimals)
  }
}

const duration = (name: string, ms: number, format: ReportFormat): Figure => ({
  ...{ name, value: format.duration(ms), isRemarkable: ms > 0 },
})

function badOf(data: ReportData): readonly TimeRange[] {
  if (data.kind === 'numbers') return data.chart.qualitySpans.bad
  return data.kind === 'states' ? data.qualitySpans.bad : []
}

function figuresOf(
  { sensor, statistics }: SensorReport,
  value: WriteValue,
  common: readonly Figure[],
  words: ReportWords,
): Block {
  const { minimum, average, median, maximum, last, accumulated } = statistics
  const isTotal = sensor.type === 'counter' || sensor.type === 'timer'
  const named = (name: string, figure: number | null): Figure => ({ name, value: value(figure) })
  const measured = isTotal
    ? [named(words.accumulated, accumulated), named(words.last, last)]
    : [
        ...[named(words.minimum, minimum), named(words.average, average)],
        ...[named(words.median, median), named(words.maximum, maximum), named(words.last, last)],
      ]
  return { kind: 'figures', figures: [...(isMeasuring(sensor.type) ? measured : []), ...common] }
}

function blocksOf(
  { report, annotations }: ReportedSensor,
  data: ReportData,
  context: SectionContext,
  value: WriteValue,
  name: string,
): Block[] {
  const { words, format, range } = context
  const shown = shownAnnotations(annotations)
  if (data.kind === 'states') return stateBlocks(report.sensor, data, context, { name, shown })
  if (data.kind === 'changes') return changeBlocks(data, context)
  const { sensor, statistics } = report
  const { minimum, maximum } = statistics
  const limits = { lower: sensor.lowerAlarm, upper: sensor.upperAlarm }
  const isTimer = sensor.type === 'timer'
  const inHours = (limit: number | null) => (limit === null || !isTimer ? limit : limit / 3_600)
  const drawing = chartDrawing({
    ...{ data: data.chart, range, format, annotations: shown },
    limits: { lower: inHours(limits.lower), upper: inHours(limits.upper) },
    words: { upper: words.upperLimit, lower: words.lowerLimit },
    text: `${words.chartOf} ${name}: ${value(minimum)} – ${value(maximum)}`,
  })
  return [{ kind: 'drawing', drawing }]
}

/** The newest changes of a text. */
function changeBlocks(
  { series, value }: Extract<ReportData, { readonly kind: 'changes' }>,
  context: SectionContext,
): Block[] {
  const { words, format } = context
  const rows = series.rows.slice(0, maximumListed)
  if (rows.length === 0) return [{ kind: 'text', text: `${words.allTheTime}: ${value ?? '–'}` }]
  return [
    {
      ...{ kind: 'table', name: words.changes, words: 3 },
      head: [words.time, words.previous, words.current],
      rows: rows.map(({ time, previous, current }) => [
        ...[format.moment(time), previous ?? '–', current ?? '–'],
      ]),
    },
    ...notListedBlock(series.rows.length - rows.length, context, series.truncated),
  ]
}

/** Where older texts have expired nothing else says that there were any. */
function textsKept({ series }: SensorReport, { words, format }: SectionContext): Block[] {
  if (series.kind !== 'changes' || series.keptSince === null) return []
  return [{ kind: 'text', text: `${words.textsKeptSince}: ${format.moment(series.keptSince)}` }]
}

function gapBlocks(gaps: readonly TimeRange[], { words, format }: SectionContext): Block[] {
  if (gaps.length === 0) return []
  const longest = gaps
    .toSorted((one, other) => other.to - other.from - (one.to - one.from))
    .slice(0, 5)
    .toSorted((one, other) => one.from - other.from)
  const list = longest.map(
    ({ from, to }) => `${format.span(from, to)} (${format.duration(to - from)})`,
  )
  const name = gaps.length > longest.length ? words.longestGaps : words.gaps
  return [{ kind: 'text', text: `${name}: ${list.join('; ')}` }]
}
