import type { ReactNode, RefCallback } from 'react'
import type { Sensor } from '#kit/model/sensor.ts'
import type { WidgetSize } from '#kit/web/widget-registry.ts'
import { AgeMark } from '#kit/ui/values/age-mark.tsx'
import { Icon } from '#kit/ui/icon.tsx'
import './widget.css'
import type { Words } from '../values/words.ts'

interface WidgetFrameProps {
  readonly sensor: Sensor
  readonly size: WidgetSize
  readonly words: Words
  readonly nodeRef: RefCallback<HTMLElement>
  readonly children: ReactNode
}

/** Address of the chart of a sensor. */
function chartAddress({ lesiId, key }: Sensor): string {
  return `/warroomCharts?${new URLSearchParams({ thing: lesiId, sensor: key, period: 'today' }).toString()}`
}

/**
 * What every widget has: the name that links to the chart, the age or a mark, and the plate of an
 * offline device.
 */
export function WidgetFrame({ sensor, size, words, nodeRef, children }: WidgetFrameProps) {
  return (
    <section
      className={`panel widget ${size}`}
      data-type={sensor.type}
      data-condition="waiting"
      ref={nodeRef}
    >
      <header className="widget-head">
        <a className="widget-name" data-part="name" href={chartAddress(sensor)}>
          {sensor.alias}
        </a>
        {sensor.isNew ? <span className="widget-new">{words.isNew}</span> : null}
        <AgeMark />
      </header>
      <div className="widget-body">{children}</div>
      <div className="widget-waiting">
        <span>{words.waiting}</span>
      </div>
      <div className="widget-offline">
        <b>
          <Icon name="unplugged" size={16} />
          {words.offline}
        </b>
        <small data-part="offline-note" />
      </div>
    </section>
  )
}
