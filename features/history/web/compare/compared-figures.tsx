import { useTranslations } from 'use-intl'
import type { Range } from '#kit/model/time/period.ts'
import type { Sensor } from '#kit/model/sensor.ts'
import { cursorReading, type ChartFormat, type CursorReading } from '#kit/ui/chart/data/model.ts'
import { comparedEntry, type Comparison } from '#kit/ui/chart/data/comparison.ts'
import { noFigure, withoutNoise } from '#kit/web/formats/number.ts'
import { useFormat } from '#kit/web/formats/use-format.ts'
import type { SensorReport } from '../../contract/sensor-report.ts'
import type { ReportData } from '../../contract/report-data.ts'
import type { ChangeSeries } from '../../contract/series.ts'
import { spanText } from '../report/use-chart-format.ts'
import { ComparedStates } from './compared-states.tsx'
import { ComparedTable, type ComparedRow } from './compared-table.tsx'
import type { Compared } from './use-compared.ts'

interface ComparedFiguresProps {
  readonly sensor: Sensor
  readonly report: SensorReport | undefined
  readonly data: ReportData | null
  readonly compared: Compared
  readonly range: Range
  readonly format: ChartFormat
  readonly timezone: string
  /** Under the crosshair, else the last one. */
  readonly reading: CursorReading | null
}

/** The figures of both periods beside each other, and what they differ by. */
export function ComparedFigures(props: ComparedFiguresProps) {
  const { sensor, report, data, compared, timezone } = props
  const translate = useTranslations('history.compare')
  const { period, error } = compared
  const title = translate('with', spanText(period.range, timezone))
  if (!report || !data) return null
  const isStates = data.kind === 'states' && compared.data?.kind === 'states'
  return (
    <section className="history-statistics history-compared" aria-label={title}>
      <h3>
        <span>{title}</span>
      </h3>
      {error && <p role="status">{translate('failed')}</p>}
      {!error && compared.data?.isEmpty === true && <p role="status">{translate('empty')}</p>}
      {data.kind === 'numbers' && <NumberTable {...props} report={report} />}
      {isStates && compared.data?.kind === 'states' && (
        <ComparedStates {...{ sensor, title }} present={data} earlier={compared.data} />
      )}
      {data.kind === 'changes' && <ChangesTable {...{ data, compared, title }} />}
      {period.shiftedSpans.length > 1 && <p>{translate('aligned')}</p>}
    </section>
  )
}

const figuresOfTotal = ['accumulated'] as const
const figuresOfValue = ['minimum', 'median', 'average', 'maximum'] as const

function NumberTable(props: ComparedFiguresProps & { readonly report: SensorReport }) {
  const { sensor, report, compared, format, reading } = props
  const translate = useTranslations('history')
  const isTotal = sensor.type === 'counter' || sensor.type === 'timer'
  const now = report.statistics
  const then = compared.report?.statistics
  const scale = Math.max(...[now.minimum, now.maximum].map((each) => Math.abs(each ?? 0)))
  const figures = (isTotal ? figuresOfTotal : figuresOfValue).map((name) => ({
    name: translate(`statistics.${name}`),
    now: now[name],
    before: then?.[name] ?? null,
  }))
  const earlier = reading && compared.comparison && earlierReading(compared.comparison, reading)
  const atTime = reading && {
    name: translate('compare.atTime', { time: format.moment(middleOf(reading)) }),
    now: usable(reading),
    before: usable(earlier),
  }
  const write = (value: number | null) => (value === null ? noFigure : format.value(value))
  const rows = [...(atTime && !isTotal ? [atTime] : []), ...figures].map((each): ComparedRow => {
    const isKnown = each.now !== null && each.before !== null
    const difference = isKnown ? withoutNoise((each.now ?? 0) - (each.before ?? 0), scale) : null
    return {
      name: each.name,
      now: write(each.now),
      before: write(each.before),
      difference: difference === null ? noFigure : signed(difference, format.value),
    }
  })
  return <ComparedTable rows={rows} unit={sensor.unit} />
}

const middleOf = ({ from, to }: CursorReading) => (from + to) / 2

function usable(reading: CursorReading | null): number | null {
  return reading && reading.count > 0 ? reading.last : null
}

function earlierReading(comparison: Comparison, reading: CursorReading): CursorReading | null {
  const index = comparedEntry(comparison, middleOf(reading))
  return index === null ? null : cursorReading(comparison.data.marked, index)
}

/** With its sign also where it is positive; zero has none. */
function signed(difference: number, write: (value: number) => string): string {
  const text = write(difference)
  return difference > 0 && /[1-9]/.test(text) ? `+${text}` : text
}

interface ChangesTableProps {
  readonly data: Extract<ReportData, { kind: 'changes' }>
  readonly compared: Compared
  readonly title: string
}

/** Of a text: how often it changed; where more changes are not listed no difference is known. */
function ChangesTable({ data, compared }: ChangesTableProps) {
  const translate = useTranslations('history')
  const { number } = useFormat()
  const now = data.series
  const then = compared.data?.kind === 'changes' ? compared.data.series : null
  const write = ({ rows, truncated }: ChangeSeries) => {
    const figure = number(rows.length)
    return truncated ? translate('changes.atLeast', { figure }) : figure
  }
  const isKnown = then !== null && !now.truncated && !then.truncated
  const row = {
    name: translate('statistics.changes'),
    now: write(now),
    before: then === null ? noFigure : write(then),
    difference: isKnown ? signed(now.rows.length - then.rows.length, number) : noFigure,
  }
  return <ComparedTable rows={[row]} unit="" />
}
