import { memo, type CSSProperties, type MouseEvent } from 'react'
import { useTranslations } from 'use-intl'
import { useActiveAlarms } from '#kit/web/alarms/alarm-source.ts'
import { noFigure } from '#kit/web/formats/number.ts'
import { useFormat } from '#kit/web/formats/use-format.ts'
import { useConnection, useHub } from '#kit/web/live/index.ts'
import { AlarmsFigure } from './alarms-figure.tsx'
import { BeyondLimits, OldestStale, WorstDeviceFigure } from './deviation-figures.tsx'
import { RateFigure } from './rate-figure.tsx'
import type { Summary } from './summary.ts'
import './kpi-summary.css'
import './many-sensors.css'

/** As many devices as pips can show before they stop helping. */
const maximumPips = 88

/** From so many on figures have digits that the usual type has no room for. */
const manySensors = 1_000

type PipStyle = CSSProperties & Readonly<Record<'--pip-columns', number>>

/** Two rows, and more where these would be too long. */
const pipColumns = (count: number): PipStyle => ({
  '--pip-columns': Math.min(22, Math.ceil(count / 2)),
})

interface KpiSummaryProps {
  /** Of the devices that are listed and the sensors that are shown. */
  readonly summary: Summary
  /** Of everything that the person may see. */
  readonly plant: { readonly open: number; readonly online: number; readonly sensors: number }
  /** How many sensors are shown, when they are not all. */
  readonly shown: number | null
  /** Follows a plain link inside the application. */
  readonly onLink: (event: MouseEvent<HTMLElement>) => void
}

/**
 * The plant at a glance: devices online, sensors that are not live and why, values beyond their
 * limits, active alarms, readings per second, the oldest stale sensor and the worst device, sensors
 * in all.
 */
export const KpiSummary = memo(function KpiSummary({
  summary,
  plant,
  shown,
  onLink,
}: KpiSummaryProps) {
  const translate = useTranslations('dashboard.kpi')
  const format = useFormat()
  // What was so when the connection was lost may be so no more.
  const { isLost } = useConnection()
  const alarms = useActiveAlarms()
  const isOpen = isLost || summary.counts.loading > 0
  // The server counts devices that are not listed as they are now.
  const isCounted = !useHub().isRecorded || summary.online.length >= plant.open
  const isOnlineOpen = isLost || !summary.isOnlineKnown || !isCounted
  return (
    <section
      className="panel kpis"
      aria-label={translate('label')}
      data-many={plant.sensors >= manySensors}
    >
      <div className="kpi online number-alone">
        <span>{translate('devicesOnline')}</span>
        {isOnlineOpen ? <NoFigure /> : <DevicesOnline summary={summary} plant={plant} />}
      </div>
      {alarms !== null && (
        <div className="kpi alarms">
          <span>{translate('alarms')}</span>
          {alarms === undefined ? <NoFigure /> : <AlarmsFigure {...{ alarms, onLink }} />}
        </div>
      )}
      <div className="kpi not-live">
        <span>{translate('notLive')}</span>
        {isOpen ? <NoFigure /> : <NotLive summary={summary} shown={shown} />}
      </div>
      <div className="kpi beyond">
        <span>{translate('beyond')}</span>
        {isOpen ? <NoFigure /> : <BeyondLimits {...{ summary, onLink }} />}
      </div>
      <div className="kpi number-alone">
        <span>{translate('readingsPerSecond')}</span>
        <RateFigure />
      </div>
      <div className="kpi oldest named">
        <span>{translate('oldestStale')}</span>
        {isOpen ? <NoFigure /> : <OldestStale {...{ summary, onLink }} />}
      </div>
      <div className="kpi named">
        <span>{translate('worstDevice')}</span>
        {isOpen ? <NoFigure /> : <WorstDeviceFigure {...{ summary, onLink }} />}
      </div>
      <div className="kpi all number-alone">
        <span>{translate('sensors')}</span>
        <div>
          <b>{format.number(plant.sensors)}</b>
        </div>
      </div>
    </section>
  )
})

function NoFigure() {
  return (
    <div>
      <b>{noFigure}</b>
    </div>
  )
}

function DevicesOnline({ summary: { online }, plant }: Pick<KpiSummaryProps, 'summary' | 'plant'>) {
  const translate = useTranslations('dashboard.kpi')
  const format = useFormat()
  const isListed = online.length >= plant.open
  const deviceCount = isListed ? online.length : plant.open
  const onlineCount = isListed ? online.filter(Boolean).length : plant.online
  return (
    <div>
      <b>
        {format.number(onlineCount)}
        <span className="kpi-of"> / {format.number(deviceCount)}</span>
      </b>
      {!isListed || deviceCount > maximumPips ? null : (
        <span
          className="pips"
          style={pipColumns(deviceCount)}
          role="img"
          aria-label={translate('devicesOffline', {
            count: deviceCount - onlineCount,
            figure: format.number(deviceCount - onlineCount),
          })}
        >
          {online.map((isOnline, index) => (
            // The list of devices keeps its order: a pip is its place.
            <i key={index} data-online={isOnline} />
          ))}
        </span>
      )}
    </div>
  )
}

function NotLive({ summary, shown }: Pick<KpiSummaryProps, 'summary' | 'shown'>) {
  const translate = useTranslations('dashboard.kpi')
  const { number } = useFormat()
  const { counts, notLive } = summary
  const countOf = (count: number) => ({ count, figure: number(count) })
  const reasons = (['stale', 'offline', 'bad', 'waiting'] as const).filter(
    (reason) => counts[reason] > 0,
  )
  return (
    <div>
      <b>{number(notLive.size)}</b>
      <small>
        {reasons.length === 0
          ? translate('allLive')
          : reasons.map((reason) => translate(reason, countOf(counts[reason]))).join(', ')}
        {shown === null ? null : ` ${translate('ofShown', countOf(shown))}`}
      </small>
    </div>
  )
}
