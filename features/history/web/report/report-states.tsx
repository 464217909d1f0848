import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { Sensor } from '#kit/model/sensor.ts'
import { Notice } from '#kit/ui/notice.tsx'
import { ApiError } from '#kit/web/calls/api-error.ts'
import { serverClock } from '#kit/web/clock/server-clock.ts'
import { useFormat } from '#kit/web/formats/use-format.ts'
import { FailureNotice } from '#kit/web/screens/failure-notice.tsx'
import type { Range } from '#kit/model/time/period.ts'
import { isolated } from '#kit/web/formats/isolated.ts'
import { spanText } from './use-chart-format.ts'
import { useLastReading } from './use-last-reading.ts'

/** The server refused, does not know the sensor, or failed: each with what can be done. */
export function ReportFailure({
  error,
  thing,
  sensor,
  onRetry,
}: {
  error: unknown
  thing: string
  sensor: string
  onRetry: () => void
}) {
  const translate = useTranslations('history')
  if (error instanceof ApiError && error.status === 404)
    return <UnknownSensor thing={thing} sensor={sensor} />
  return (
    <FailureNotice
      error={error}
      onRetry={onRetry}
      title={translate('error.title')}
      text={translate('error.text')}
      forbidden={translate('forbidden')}
    />
  )
}

export function UnknownSensor({
  thing,
  sensor,
  onChoose,
}: {
  thing: string
  sensor: string
  onChoose?: () => void
}) {
  const translate = useTranslations('history')
  const choose = onChoose && (
    <button type="button" className="button" onClick={onChoose}>
      {translate('unknown.choose')}
    </button>
  )
  return (
    <Notice icon="search" title={translate('unknown.title')} action={choose}>
      <p>{translate('unknown.text', { sensor: isolated(sensor), thing })}</p>
      <p>{translate('detail.provider')}</p>
    </Notice>
  )
}

interface NoReadingsProps {
  /** Those that are shown; none of them has a reading in the range. */
  readonly sensors: readonly Sensor[]
  readonly range: Range
  readonly timezone: string
  readonly isZoomed: boolean
  readonly onWhole: () => void
  /** Offers the longest period; absent when that is the one already shown. */
  readonly onLonger: (() => void) | null
  /** Leads to the period in which a moment lies, ms UTC; null: there is no other one. */
  readonly onMoment: ((time: number) => void) | null
  /** What else is to be said. */
  readonly children?: ReactNode
}

export function NoReadings({
  sensors,
  range,
  timezone,
  isZoomed,
  onWhole,
  onLonger,
  onMoment,
  children,
}: NoReadingsProps) {
  const translate = useTranslations('history.empty')
  const { moment } = useFormat()
  const last = useLastReading(sensors)
  const ways = isZoomed
    ? [{ text: translate('whole'), run: onWhole }]
    : [
        ...(last !== undefined && onMoment && !isWithin(last, range)
          ? [
              {
                text: translate('last', { time: moment(last, serverClock.now()) }),
                run: () => onMoment(last),
              },
            ]
          : []),
        ...(onLonger ? [{ text: translate('longer'), run: onLonger }] : []),
      ]
  const action = ways.length > 0 && (
    <div className="notice-ways">
      {ways.map(({ text, run }) => (
        <button key={text} type="button" className="button" onClick={run}>
          {text}
        </button>
      ))}
    </div>
  )
  const [only] = sensors
  const span = spanText(range, timezone)
  return (
    <Notice icon="chart" title={translate('title')} action={action}>
      <p>
        {only && sensors.length === 1
          ? translate('text', { name: isolated(only.alias), ...span })
          : translate('several', span)}
      </p>
      {children}
    </Notice>
  )
}

/** So is a reading that has expired: its day is as empty. */
const isWithin = (time: number, { from, to }: Range) => time >= from && time < to
