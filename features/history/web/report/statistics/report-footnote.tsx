import { useTranslations } from 'use-intl'
import type { TimeRange } from '#kit/ui/chart/data/model.ts'
import { formatOffset } from '#kit/web/formats/format.ts'
import { useFormat } from '#kit/web/formats/use-format.ts'
import type { SensorReport } from '../../../contract/routes.ts'
import { spanText } from '../use-chart-format.ts'

/** How many gaps are named one by one. */
const named = 3

interface ReportFootnoteProps {
  readonly report: SensorReport
  readonly gaps: readonly TimeRange[]
  readonly timezone: string
}

/**
 * What the picture is made of: how many readings and how drawn, which gaps, what was left out,
 * whose clock.
 */
export function ReportFootnote({ report, gaps, timezone }: ReportFootnoteProps) {
  const translate = useTranslations('history.note')
  const { duration, number } = useFormat()
  const { statistics, series, activity } = report
  const isTimeOnly = report.to - report.from <= 86_400_000
  // Silence shorter than a column cannot be seen in columns, and a device may be silent for as
  // long as its limit.
  const shortestMs = activity
    ? Math.max(activity.silenceMs, activity.columnMs)
    : series.kind === 'columns'
      ? series.columnMs
      : null
  const isCoarse = shortestMs === null ? 'no' : 'yes'
  const shortest = shortestMs === null ? '' : duration(shortestMs)
  const list = gaps
    .slice(0, named)
    .map((gap) => {
      const { from, to } = spanText(gap, timezone)
      return `${isTimeOnly ? from.slice(11) : from.slice(5)}–${to}`
        .replaceAll('-', '\u2011')
        .replaceAll(' ', '\u00a0')
    })
    .join(', ')
  const count = (value: number) => ({ count: value, figure: number(value) })
  return (
    <p className="history-note">
      {series.kind !== 'changes' && (
        <span>
          {translate(series.kind === 'raw' ? 'raw' : 'columns', count(statistics.count))}{' '}
        </span>
      )}
      <span>
        {gaps.length === 0
          ? translate('noGaps', { isCoarse, shortest })
          : translate('gaps', {
              ...count(gaps.length),
              isCoarse,
              shortest,
              list,
              more: Math.max(0, gaps.length - named),
            })}{' '}
      </span>
      {activity && <span>{translate('ofDevice')} </span>}
      <span>{translate('bad', count(statistics.badCount))} </span>
      {statistics.source === 'rollup' && <span>{translate('rollup')} </span>}
      <span>
        {translate('zone', { zone: timezone, offset: formatOffset(report.to, timezone) })}
      </span>
    </p>
  )
}
