import { useLocale, useTranslations } from 'use-intl'
import type { TimeRange } from '#kit/ui/chart/data/model.ts'
import { formatOffsets } from '#kit/web/formats/offsets.ts'
import { formatSpan } from '#kit/web/formats/moment.ts'
import { useNow } from '#kit/web/formats/use-now.ts'
import { useFormat } from '#kit/web/formats/use-format.ts'
import type { SensorReport } from '../../../contract/sensor-report.ts'
import type { Series } from '../../../contract/series.ts'
import type { Statistics } from '../../../contract/statistics.ts'

/** How many gaps are named one by one. */
const named = 3
/** Shorter ones are written to the second. */
const shortGapMs = 600_000

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
  const locale = useLocale()
  const now = useNow(60_000)
  const { statistics, series, activity } = report
  const since = textsKeptSince(series)
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
      const detail = gap.to - gap.from < shortGapMs ? 'second' : 'minute'
      return formatSpan(gap, now, { zone: timezone, locale, detail })
        .replaceAll(/\s*[–-]\s*/g, '–')
        .replaceAll(/\s/g, '\u00a0')
    })
    .join('; ')
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
      <RolledNote statistics={statistics} timezone={timezone} />
      {since !== null && (
        <span>
          <ExpiredTexts {...{ since, timezone }} />{' '}
        </span>
      )}
      <span>{translate('zone', { zone: timezone, offset: formatOffsets(report, timezone) })}</span>
    </p>
  )
}

/** Since when texts are kept, ms UTC, where older ones were asked for too; else null. */
export const textsKeptSince = (series: Series): number | null =>
  series.kind === 'changes' ? series.keptSince : null

interface ExpiredTextsProps {
  readonly since: number
  readonly timezone: string
}

/** That older texts are not there any more. */
export function ExpiredTexts({ since, timezone: timeZone }: ExpiredTextsProps) {
  const translate = useTranslations('history.note')
  const day = new Intl.DateTimeFormat(useLocale(), { dateStyle: 'medium', timeZone })
  return translate('expiredTexts', { since: day.format(since) })
}

interface RolledNoteProps {
  readonly statistics: Statistics
  readonly timezone: string
}

/** What cannot be stated any more of readings that have expired. */
function RolledNote({ statistics: { source, rolled }, timezone: zone }: RolledNoteProps) {
  const translate = useTranslations('history.note')
  const { number } = useFormat()
  const locale = useLocale()
  if (!rolled) return null
  const { until, leftOut, estimated } = rolled
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: zone })
  return (
    <span>
      {translate(source === 'rollup' ? 'rollup' : 'mixed', { until: day.format(until) })}{' '}
      {translate('unknown')}{' '}
      {leftOut > 0 && <>{translate('leftOut', { count: leftOut, figure: number(leftOut) })} </>}
      {estimated.length > 0 && <>{translate('estimated')} </>}
    </span>
  )
}
