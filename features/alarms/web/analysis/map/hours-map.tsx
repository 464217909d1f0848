import { Link } from '@tanstack/react-router'
import type { CSSProperties } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { isNarrowQuery, useMedia } from '#kit/web/browser/use-media.ts'
import { useFormat } from '#kit/web/formats/use-format.ts'
import type { AlarmAnalysis } from '../../../contract/analysis/routes.ts'

type Hours = AlarmAnalysis['hours']
type CellStyle = CSSProperties & Readonly<Record<'--share', string>>

const dayMs = 86_400_000
/** 5 January 1970 was a Monday. */
const monday = 4 * dayMs
const headHours = [0, 3, 6, 9, 12, 15, 18, 21] as const

interface HoursMapProps {
  readonly hours: Hours
  readonly device: string | null
}

/** How many alarms came in each hour: a row a day, or a row a weekday. */
export function HoursMap({ hours, device }: HoursMapProps) {
  const translate = useTranslations('alarms.analysis')
  const { number } = useFormat()
  const nameOf = useDayNames(hours.kind)
  const peak = peakOf(hours)
  return (
    <section className="panel analysis-hours-panel" aria-labelledby="analysis-hours">
      <header className="panel-head">
        <h2 id="analysis-hours">{translate('hours.title')}</h2>
        <span className="panel-note">{translate(`hours.${hours.kind}`)}</span>
      </header>
      <div className="panel-body">
        <table className="analysis-hours">
          <thead>
            <tr>
              <th scope="col">
                <span className="visually-hidden">{translate('hours.day')}</span>
              </th>
              {headHours.map((hour) => (
                <th key={hour} scope="colgroup" colSpan={3} className="number">
                  {twoDigits(hour)}
                </th>
              ))}
              <th scope="col">
                <span className="visually-hidden">{translate('count')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {hours.rows.map((row) => (
              <tr key={row.day}>
                <th scope="row">{nameOf(row.day)}</th>
                {row.cells.map((count, hour) => (
                  <HourCell
                    key={hour}
                    {...{ count, hour, peak: peak.count, device }}
                    day={hours.kind === 'dates' ? row.day : null}
                    isPeak={peak.count > 0 && peak.day === row.day && peak.hour === hour}
                    name={nameOf(row.day)}
                  />
                ))}
                <td className="number">
                  {number(row.cells.reduce<number>((sum, each) => sum + (each ?? 0), 0))}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        <Scale peak={peak} nameOf={nameOf} />
      </div>
    </section>
  )
}

interface HourCellProps {
  readonly count: number | null
  readonly hour: number
  readonly peak: number
  /** Null: it has many days. */
  readonly day: string | null
  readonly isPeak: boolean
  readonly name: string
  readonly device: string | null
}

/** One hour; leads to its alarms in the history. */
function HourCell({ count, hour, peak, day, isPeak, name, device }: HourCellProps) {
  const translate = useTranslations('alarms.analysis.hours')
  const { number } = useFormat()
  // No finger finds one of them.
  const isNarrow = useMedia(isNarrowQuery)
  if (count === null) return <td data-outside="" aria-label={translate('outside')} />
  const style: CellStyle = { '--share': shareOf(count, peak) }
  const text = translate('cell', { day: name, hour: twoDigits(hour), count, figure: number(count) })
  return (
    <td style={style} data-peak={isPeak ? '' : undefined} data-none={count === 0 ? '' : undefined}>
      {day === null || count === 0 || isNarrow ? (
        <span title={text}>
          <span className="visually-hidden">{number(count)}</span>
        </span>
      ) : (
        <Link
          to="/sensoralarm/alarmlist"
          search={{ ...hourOf(day, hour), ...(device === null ? {} : { device }) }}
          title={text}
          aria-label={text}
        />
      )}
    </td>
  )
}

function Scale({
  peak,
  nameOf,
}: {
  readonly peak: ReturnType<typeof peakOf>
  readonly nameOf: (day: string) => string
}) {
  const translate = useTranslations('alarms.analysis.hours')
  const { number } = useFormat()
  if (peak.count === 0) return null
  const steps = [...new Set([0.1, 0.3, 0.6, 1].map((part) => Math.ceil(part * peak.count)))]
  return (
    <p className="analysis-scale">
      <span className="number">{number(1)}</span>
      {steps.map((count) => {
        const style: CellStyle = { '--share': shareOf(count, peak.count) }
        return <i key={count} style={style} />
      })}
      <span className="number">{translate('scale', { figure: number(peak.count) })}</span>
      <span className="number">
        {translate('peak', {
          ...{ figure: number(peak.count), day: nameOf(peak.day), hour: twoDigits(peak.hour) },
        })}
      </span>
    </p>
  )
}

const twoDigits = (hour: number) => String(hour).padStart(2, '0')
/** The least is seen, too, and what is usual beside a peak. */
const shareOf = (count: number, peak: number) =>
  count === 0 ? '0%' : `${Math.round(12 + 74 * Math.sqrt(count / peak))}%`

function peakOf({ rows }: Hours) {
  let peak = { count: 0, day: '', hour: 0 }
  for (const { day, cells } of rows)
    for (const [hour, count] of cells.entries())
      if ((count ?? 0) > peak.count) peak = { count: count ?? 0, day, hour }
  return peak
}

/** That hour in the address of the list. */
function hourOf(day: string, hour: number) {
  const start = Date.parse(`${day}T${twoDigits(hour)}:00:00Z`)
  const text = (time: number) => new Date(time).toISOString().slice(0, 16)
  return {
    tab: 'history',
    period: 'custom',
    from: text(start),
    to: text(start + 3_600_000),
  } as const
}

/** `Thu 19`, or the weekday alone. */
function useDayNames(kind: Hours['kind']): (day: string) => string {
  const locale = useLocale()
  const weekday = new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone: 'UTC' })
  return (day) =>
    kind === 'weekdays'
      ? weekday.format(monday + (Number(day) - 1) * dayMs)
      : `${weekday.format(Date.parse(day))} ${day.slice(8)}`
}
