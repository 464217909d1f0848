import { memo } from 'react'
import { useTranslations } from 'use-intl'
import { useFormat } from '#kit/web/use-format.ts'
import { RateFigure } from './rate-figure.tsx'
import type { Summary } from './summary.ts'
import './kpi-strip.css'

/** As many devices as pips can show before they stop helping. */
const mostPips = 88

/** The plant at a glance: devices online, sensors that are not live and why, readings per second, sensors in all. */
export const KpiStrip = memo(function KpiStrip({ summary, sensorCount }: { summary: Summary; sensorCount: number }) {
  const translate = useTranslations('dashboard.kpi')
  const format = useFormat()
  const { online, counts, notLive } = summary
  const onlineCount = online.filter(Boolean).length
  const reasons = (['stale', 'offline', 'bad', 'waiting'] as const).filter((reason) => counts[reason] > 0)
  return (
    <section className="panel kpis" aria-label={translate('label')}>
      <div className="kpi wide">
        <span>{translate('devicesOnline')}</span>
        <div>
          <b>
            {format.number(onlineCount)}
            <span className="kpi-of"> / {format.number(online.length)}</span>
          </b>
          {online.length > mostPips ? null : (
            <span className="pips" role="img" aria-label={translate('devicesOffline', { count: online.length - onlineCount })}>
              {online.map((isOnline, index) => (
                // The list of devices keeps its order: a pip is its place.
                // oxlint-disable-next-line react/no-array-index-key
                <i key={index} data-online={isOnline} />
              ))}
            </span>
          )}
        </div>
      </div>
      <div className="kpi wide">
        <span>{translate('notLive')}</span>
        <div>
          <b>{format.number(notLive.size)}</b>
          <small>
            {reasons.length === 0
              ? translate('allLive')
              : reasons.map((reason) => translate(reason, { count: counts[reason] })).join(', ')}
          </small>
        </div>
      </div>
      <div className="kpi">
        <span>{translate('readingsPerSecond')}</span>
        <RateFigure />
      </div>
      <div className="kpi">
        <span>{translate('sensors')}</span>
        <div>
          <b>{format.number(sensorCount)}</b>
        </div>
      </div>
    </section>
  )
})
