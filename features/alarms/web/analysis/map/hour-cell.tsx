import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { isNarrowQuery, useMedia } from '#kit/web/browser/use-media.ts'
import { useFormat } from '#kit/web/formats/use-format.ts'
import { type CellStyle, shareOf, twoDigits, hourOf } from './hour-shares.ts'

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
export function HourCell({ count, hour, peak, day, isPeak, name, device }: HourCellProps) {
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
