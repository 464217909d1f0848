import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { Sensor } from '#kit/model/sensor.ts'
import type { WidgetSize } from '#kit/web/widget-registry.ts'
import { AlarmMark } from '../frame/alarm-mark.tsx'
import '../frame/widget.css'
import './titled-frame.css'

interface TitledFrameProps {
  /** Kind of the widget, for its styles. */
  readonly kind: string
  readonly size: WidgetSize
  /** What it is called; where it is not seen too. */
  readonly title: string
  /** Whether the title has no line of its own: what is drawn says enough. */
  readonly isTitleHidden?: boolean
  /** Beside the title: what the whole widget says. */
  readonly note?: ReactNode
  /** What it shows: their alarms mark it. */
  readonly sensors?: readonly Sensor[]
  /** Sensors that were chosen and are gone or closed now. */
  readonly missing?: number
  readonly children: ReactNode
}

/** The panel around a widget that shows several sensors, or none. */
export function TitledFrame(props: TitledFrameProps) {
  const { kind, size, title, isTitleHidden = false, note, missing = 0, children } = props
  const mark = props.sensors && <AlarmMark sensors={props.sensors} />
  const translate = useTranslations('widgets.placed')
  return (
    <section className={`panel widget titled ${size} ${kind}`} role="group" aria-label={title}>
      {isTitleHidden ? (
        mark && <span className="titled-corner">{mark}</span>
      ) : (
        <header className="widget-head">
          <h3 className="titled-name clip" title={title}>
            {title}
          </h3>
          {note === undefined ? null : <span className="titled-note">{note}</span>}
          {mark}
        </header>
      )}
      <div className="widget-body">{children}</div>
      {missing === 0 ? null : (
        <p className="titled-missing">{translate('missing', { count: missing })}</p>
      )}
    </section>
  )
}
