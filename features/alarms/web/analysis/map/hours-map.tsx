import { useLocale, useTranslations } from 'use-intl'
import { useFormat } from '#kit/web/formats/use-format.ts'
import { AnalysisPanel } from '../analysis-panel.tsx'
import { HourCell } from './hour-cell.tsx'
import { Scale } from './hours-scale.tsx'
import { peakOf, twoDigits, type Hours } from './hour-shares.ts'

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
    <AnalysisPanel
      className="analysis-hours-panel"
      title={translate('hours.title')}
      note={translate(`hours.${hours.kind}`)}
    >
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
    </AnalysisPanel>
  )
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
