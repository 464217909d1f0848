import { useLocale } from 'use-intl'
import {
  formatClock,
  formatDate,
  formatMinute,
  formatOffset,
  formatWeekday,
} from '#kit/web/formats/format.ts'
import { useFormat } from '#kit/web/formats/use-format.ts'
import type { UnboundWidgetProps } from '#kit/web/widget-registry.ts'
import { LiveElement } from '#kit/ui/live-element.ts'
import { useOnce } from '#kit/ui/use-once.ts'
import { createFigure } from '#kit/ui/values/figure.tsx'
import { TitledFrame } from '../../several/titled-frame.tsx'
import { useSecondNode } from '../../several/use-second-node.ts'
import { placeOfZone, type ClockOptions } from './clock-options.ts'
import './clock.css'

/** The time of the server on a wall clock of the site or of another zone, and the date there. */
export default function ClockView({ size, options }: UnboundWidgetProps<ClockOptions>) {
  const locale = useLocale()
  const site = useFormat().zone
  const zone = options.zone || site
  const time = useOnce(createFigure)
  const date = useOnce(() => new LiveElement())
  const offset = useOnce(() => new LiveElement())
  const ref = useSecondNode<HTMLDivElement>((now) => {
    const write = options.seconds ? formatClock : formatMinute
    time.write(write(now, zone), '')
    date.text(`${formatWeekday(now, zone, locale)} ${formatDate(now, zone)}`)
    offset.text(formatOffset(now, zone))
  })
  return (
    <TitledFrame kind="clock-widget" size={size} title={options.title || placeOfZone(zone)}>
      <div className="clock-face" ref={ref}>
        {time.draw()}
        <div className="clock-date">
          {date.draw('span')}
          {offset.draw('span')}
        </div>
      </div>
    </TitledFrame>
  )
}
