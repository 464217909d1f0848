import type { MouseEvent } from 'react'
import { useTranslations } from 'use-intl'
import type { Sensor } from '#kit/model/sensor.ts'
import { useLiveNode } from '#kit/web/live/index.ts'
import { useFormat } from '#kit/web/formats/use-format.ts'
import { LiveElement } from '#kit/ui/live-element.ts'
import { useOnce } from '#kit/ui/use-once.ts'
import type { Summary } from './summary.ts'

interface FigureProps {
  readonly summary: Summary
  /** Follows a plain link inside the application. */
  readonly onLink: (event: MouseEvent<HTMLElement>) => void
}

const addressOf = (path: string, search: Readonly<Record<string, string>>) =>
  `${path}?${new URLSearchParams(search).toString()}`

/** Says that there is none. */
function None({ text }: { readonly text?: string }) {
  const translate = useTranslations('dashboard.kpi')
  return (
    <div>
      <b className="kpi-none">{translate('none')}</b>
      {text === undefined ? null : <small>{text}</small>}
    </div>
  )
}

/** How many values are beyond a limit; the link shows them alone. */
export function BeyondLimits({ summary: { beyond, limited }, onLink }: FigureProps) {
  const translate = useTranslations('dashboard.kpi')
  const { number } = useFormat()
  const ofLimited = translate('ofLimited', { limited, figure: number(limited) })
  if (beyond.size === 0) return <None text={limited === 0 ? translate('noLimits') : ofLimited} />
  return (
    <div>
      <a
        className="kpi-link"
        href={addressOf('/warroomDashboard', { limits: 'beyond' })}
        aria-label={translate('showBeyond', { count: beyond.size, figure: number(beyond.size) })}
        onClick={onLink}
      >
        <b>{number(beyond.size)}</b>
      </a>
      <small>{ofLimited}</small>
    </div>
  )
}

/** The sensor that has been stale for the longest; the link opens its chart. */
export function OldestStale({ summary: { oldestStale }, onLink }: FigureProps) {
  if (!oldestStale) return <None />
  const { sensor, time } = oldestStale
  const search = { thing: sensor.lesiId, sensor: sensor.key, period: 'today' }
  return (
    <div>
      <SilentFor key={`${sensor.id} ${time}`} sensor={sensor} time={time} />
      <small>
        <a href={addressOf('/warroomCharts', search)} title={sensor.alias} onClick={onLink}>
          {sensor.alias}
        </a>
      </small>
    </div>
  )
}

/** How long ago the last reading was, counting on. */
function SilentFor({ sensor, time }: { readonly sensor: Sensor; readonly time: number }) {
  const format = useFormat()
  const age = useOnce(() => new LiveElement())
  const ref = useLiveNode<HTMLElement>({ deviceId: sensor.deviceId }, (now) =>
    age.text(format.age(Math.max(0, now - time))),
  )
  return <b ref={ref}>{age.draw('span')}</b>
}

/** The device with the most sensors in trouble; the link shows its sensors alone. */
export function WorstDeviceFigure({ summary: { worstDevice }, onLink }: FigureProps) {
  const translate = useTranslations('dashboard.kpi')
  const { number } = useFormat()
  if (!worstDevice) return <None />
  const { device, troubled, sensors } = worstDevice
  return (
    <div>
      <b>
        {number(troubled)}
        <span className="kpi-of"> / {number(sensors)}</span>
      </b>
      <small>
        <a
          href={addressOf('/warroomDashboard', { device: device.lesiId })}
          title={translate('troubled', {
            ...{ count: troubled, figure: number(troubled), name: device.name },
          })}
          onClick={onLink}
        >
          {device.name}
        </a>
      </small>
    </div>
  )
}
