import { useCallback, useMemo, useRef, type ReactNode } from 'react'
import { limitBeyond, type Sensor } from '#kit/model/sensor.ts'
import { detailHref } from '#kit/web/detail/detail-address.ts'
import { useHub, useLiveNode } from '#kit/web/live/index.ts'
import type { DayFigures, WidgetSize } from '#kit/web/widget-registry.ts'
import { useNamedDevices } from '#kit/web/widgets/named-devices.tsx'
import { Icon, type IconName } from '#kit/ui/icon.tsx'
import { LiveElement } from '#kit/ui/live-element.ts'
import { useOnce } from '#kit/ui/use-once.ts'
import { createChangeGuard } from '../values/change-guard.ts'
import type { Words } from '../values/words.ts'
import { AlarmMark } from './alarm-mark.tsx'
import { createFrameMarks } from './frame-marks.tsx'
import { groupName } from './group-name.ts'
import { viewOf, type SensorView } from './sensor-view.ts'
import { useDeviceNames } from '../several/use-device-names.ts'
import { useDayStates } from '../states/use-day-states.ts'
import { useFrameTip } from './use-frame-tip.ts'
import { useStoredChanges } from './use-stored-changes.ts'
import { useTodayMedian } from './use-today-median.ts'
import './widget.css'

interface SensorFrameProps {
  readonly sensor: Sensor
  readonly size: WidgetSize
  readonly day: DayFigures | undefined
  readonly words: Words
  /** What is in the place of the sensor's name. */
  readonly title?: string
  /** Before the name. */
  readonly icon?: IconName
  /** Between the name and the age. */
  readonly aside?: ReactNode
  /**
   * Writes what the widget itself draws, without React: with every reading and once a second, while
   * the widget is near the screen.
   */
  readonly paint: (view: SensorView) => void
  /** Further lines of the tip, at a moment (ms UTC). */
  readonly remarksAt?: (now: number) => readonly string[]
  readonly children: ReactNode
}

/**
 * What every widget of a sensor has: the name that opens its details, the age or a mark, the tip,
 * and the plate of an offline device.
 */
export function SensorFrame(props: SensorFrameProps) {
  const { sensor, size, words, title = '', icon, aside, children } = props
  const device = useDeviceOf(sensor)
  const { ref, name, marks } = useLiveFrame({ ...props, device })
  const alone = useMemo(() => [sensor], [sensor])
  return (
    <section
      className={`panel widget ${size}`}
      role="group"
      data-type={sensor.type}
      data-condition="loading"
      ref={ref}
    >
      <header className="widget-head">
        {icon && <Icon name={icon} />}
        <span className="widget-title">
          {name.draw('a', {
            className: 'widget-name',
            href: detailHref(sensor),
            children: title === '' ? sensor.alias : title,
          })}
          {device !== '' && (
            <small className="widget-device" title={device}>
              {device}
            </small>
          )}
          {sensor.isNew ? <span className="widget-new">{words.isNew}</span> : null}
        </span>
        {aside && <span className="widget-aside">{aside}</span>}
        <AlarmMark sensors={alone} />
        {marks.age()}
      </header>
      <div className="widget-body">{children}</div>
      <div className="widget-waiting">
        <span>{words.waiting}</span>
      </div>
      <div className="widget-loading skeleton" aria-hidden="true" />
      {marks.plate(words)}
    </section>
  )
}

/** Its name, where it does not go without saying; all widgets of a page ask for it together. */
function useDeviceOf({ lesiId }: Sensor): string {
  const named = useNamedDevices()
  const nameOf = useDeviceNames(named)
  return named.length === 0 ? '' : nameOf(lesiId)
}

/** The limit that the present value is beyond; only a good and current one counts. */
const beyondOf = ({ sensor, reading, condition }: SensorView) =>
  reading && condition === 'good' ? limitBeyond(sensor, reading.value) : null

interface LiveFrameProps extends SensorFrameProps {
  /** Named beside the sensor; empty: it goes without saying. */
  readonly device: string
}

/** The part of the frame that changes without React: the only source of values for widgets. */
function useLiveFrame({ sensor, day, words, paint, remarksAt, device }: LiveFrameProps) {
  const hub = useHub()
  const root = useOnce(() => new LiveElement())
  const name = useOnce(() => new LiveElement<HTMLAnchorElement>())
  const marks = useOnce(createFrameMarks)
  const isChanged = useOnce(createChangeGuard)
  const stored = useStoredChanges(sensor)
  const dayStates = useDayStates(sensor)
  const askMedian = useTodayMedian(sensor, day)
  const view = useRef<SensorView | null>(null)
  const { attach: attachTip, refresh: refreshTip } = useFrameTip(view, {
    words,
    askMedian,
    remarksAt,
  })
  const live = useLiveNode<HTMLElement>(
    { sensorId: sensor.id, deviceId: sensor.deviceId },
    (now) => {
      const next = viewOf(hub.store, { sensor, day, stored, dayStates }, now)
      const { reading, condition } = next
      view.current = next
      // While a value stays the same, only how long it has been so changes.
      const counted = sensor.noChangeMs === null ? 0 : now
      if (isChanged(root.element, sensor, reading, condition, stored, words, device, counted)) {
        root.attribute('data-condition', condition)
        root.attribute('data-uncertain', reading?.quality === 1 ? '' : null)
        root.attribute('aria-label', groupName(next, words, device))
        root.attribute('data-beyond', beyondOf(next))
      }
      marks.write(next, words)
      if (reading) paint(next)
      refreshTip()
    },
  )
  const ref = useCallback(
    (element: HTMLElement) => {
      root.ref(element)
      const stopPainting = live(element)
      const removeTip = attachTip(element, name.element ?? element)
      return () => {
        removeTip()
        stopPainting?.()
        root.ref(null)
      }
    },
    [root, name, live, attachTip],
  )
  return { ref, name, marks }
}
