import type { MouseEvent } from 'react'
import { useTranslations } from 'use-intl'
import { AlarmShape } from '#kit/web/alarms/alarm-shape.tsx'
import { figuresOf, useAlarmCounts } from '#kit/web/alarms/alarm-counts.ts'
import type { ActiveAlarm } from '#kit/web/alarms/alarm-source.ts'
import { useFormat } from '#kit/web/formats/use-format.ts'

interface AlarmsFigureProps {
  readonly alarms: readonly ActiveAlarm[]
  /** Follows a plain link inside the application. */
  readonly onLink: (event: MouseEvent<HTMLElement>) => void
}

/** How many alarms of each priority are active; the link shows them. */
export function AlarmsFigure({ alarms, onLink }: AlarmsFigureProps) {
  const translate = useTranslations('dashboard.kpi')
  const { number } = useFormat()
  const counts = figuresOf(alarms, useAlarmCounts(alarms))
  const [first = 0, second = 0, third = 0] = counts.map(({ count }) => count)
  const figures = { first: number(first), second: number(second), third: number(third) }
  return (
    <div>
      <a href="/sensoralarm/alarmlist" onClick={onLink}>
        <span className="kpi-alarms" role="img" aria-label={translate('alarmsOf', figures)}>
          {counts.map(({ priority, count, state }) => (
            <span key={priority}>
              <AlarmShape priority={priority} state={state} />
              <b>{number(count)}</b>
            </span>
          ))}
        </span>
      </a>
    </div>
  )
}
