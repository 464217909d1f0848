import { Suspense } from 'react'
import { useTranslations } from 'use-intl'
import type { Sensor } from '#kit/model/sensor.ts'
import { instantOfText } from '#kit/model/time/zone.ts'
import { Icon } from '#kit/ui/icon.tsx'
import { useFormat } from '#kit/web/formats/use-format.ts'
import { lazyComponent } from '#kit/web/screens/lazy-component.tsx'
import { dayAfter } from './shown-day.ts'

/** Calendars are heavy: the dialog does not wait for this one. */
const CalendarField = lazyComponent(() => import('./calendar-field.tsx'))

interface DayChoiceProps {
  readonly sensor: Sensor
  readonly day: string
  readonly latest: string
  readonly isPast: boolean
  readonly timezone: string
  readonly onDay: (day: string) => void
}

/** A day to type or to choose from a calendar, with the days beside it. */
export function DayChoice({ sensor, day, latest, isPast, timezone, onDay }: DayChoiceProps) {
  const translate = useTranslations('history.detail')
  const { weekday } = useFormat()
  return (
    <div className="sensor-detail-day" role="group" aria-label={translate('day')}>
      <button
        type="button"
        className="icon-button"
        aria-label={translate('dayBefore')}
        title={translate('dayBefore')}
        onClick={() => onDay(dayAfter(day, -1))}
      >
        <Icon name="chevron-left" />
      </button>
      <Suspense fallback={<span className="input sensor-detail-field number">{day}</span>}>
        <CalendarField {...{ sensor, day, latest, timezone, onDay }} />
      </Suspense>
      <button
        type="button"
        className="icon-button"
        aria-label={translate('dayAfter')}
        title={translate('dayAfter')}
        disabled={day >= latest}
        onClick={() => onDay(dayAfter(day, 1))}
      >
        <Icon name="chevron-right" />
      </button>
      {day === latest ? (
        <span className="sensor-detail-weekday">
          {isPast ? weekday(instantOfText(`${day}T12:00`, timezone) ?? 0) : translate('today')}
        </span>
      ) : (
        <>
          <span className="sensor-detail-weekday">
            {weekday(instantOfText(`${day}T12:00`, timezone) ?? 0)}
          </span>
          <button type="button" className="button quiet small" onClick={() => onDay(latest)}>
            {translate(isPast ? 'dayOfMoment' : 'today')}
          </button>
        </>
      )}
    </div>
  )
}
