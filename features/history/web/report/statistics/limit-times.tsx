import { useTranslations } from 'use-intl'
import { hasLimits, type Sensor } from '#kit/model/sensor.ts'
import type { ChartFormat } from '#kit/ui/chart/data/model.ts'
import { useFormat } from '#kit/web/formats/use-format.ts'
import type { SensorReport } from '../../../contract/sensor-report.ts'

interface LimitTimesProps {
  readonly sensor: Sensor
  readonly report: SensorReport
  readonly format: ChartFormat
}

/** The limits of a sensor, and how long it was beyond each of them in the shown period. */
export function LimitTimes({ sensor, report: { outside }, format }: LimitTimesProps) {
  const translate = useTranslations('history')
  const { duration } = useFormat()
  const time = (ms: number) => (ms === 0 ? translate('limits.never') : duration(ms))
  const rows = [
    ['upper', sensor.upperAlarm, 'above', outside?.aboveMs ?? 0],
    ['lower', sensor.lowerAlarm, 'below', outside?.belowMs ?? 0],
  ] as const
  return (
    <section className="history-statistics history-limits">
      <h3>{translate('limits.label')}</h3>
      {hasLimits(sensor) && outside ? (
        <>
          <dl>
            {rows.map(([side, limit, beyond, ms]) =>
              limit === null ? null : (
                <div key={side}>
                  <dt>{translate(`chart.${side}`)}</dt>
                  <dd className="number">
                    {format.value(limit)} {sensor.unit}
                  </dd>
                  <dt>{translate(`limits.${beyond}`)}</dt>
                  <dd className="number" data-outside={ms > 0 || undefined}>
                    {time(ms)}
                  </dd>
                </div>
              ),
            )}
          </dl>
          <p>{translate('limits.source', { held: duration(outside.heldMs) })}</p>
        </>
      ) : (
        <p>{translate(hasLimits(sensor) ? 'limits.unknown' : 'limits.none')}</p>
      )}
    </section>
  )
}
