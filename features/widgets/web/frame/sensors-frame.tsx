import { useId, type ReactNode, type Ref } from 'react'
import { useTranslations } from 'use-intl'
import type { Sensor } from '#kit/model/sensor.ts'
import type { WidgetSize } from '#kit/web/widget-registry.ts'
import './widget.css'
import './sensors-frame.css'

interface SensorsFrameProps {
  readonly sensors: readonly Sensor[]
  /** How many more were chosen that cannot be shown. */
  readonly missing: number
  readonly size: WidgetSize
  /** Empty: the names of the sensors. */
  readonly title: string
  readonly ref?: Ref<HTMLElement>
  readonly children: ReactNode
}

/** What every widget of several sensors has: its title, and how many sensors are not there. */
export function SensorsFrame({ sensors, missing, size, title, ref, children }: SensorsFrameProps) {
  const translate = useTranslations('widgets.placed')
  const id = useId()
  const names = sensors.map(({ alias }) => alias).join(', ')
  return (
    <section
      className={`panel widget of-sensors ${size}`}
      role="group"
      aria-labelledby={id}
      ref={ref}
    >
      <header className="widget-head">
        <span className="widget-title">
          <span className="widget-name" id={id} title={title === '' ? names : undefined}>
            {title === '' ? names : title}
          </span>
        </span>
        {missing > 0 && (
          <span className="sensors-missing">{translate('missing', { count: missing })}</span>
        )}
      </header>
      <div className="widget-body">{children}</div>
    </section>
  )
}
