import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { noFigure } from '#kit/web/formats/number.ts'
import { serverClock } from '#kit/web/clock/server-clock.ts'
import { useFormat } from '#kit/web/formats/use-format.ts'
import type { WhatIf, WhatIfAlarm } from '../../../contract/rule-routes.ts'

const bold = (text: ReactNode) => <b className="number">{text}</b>

interface WhatIfResultProps {
  readonly outcome: WhatIf
  readonly isNew: boolean
}

/** How many alarms there would have been, and which would vanish or appear. */
export function WhatIfResult({ outcome, isNew }: WhatIfResultProps) {
  const translate = useTranslations('alarms.rules.try')
  const { number, duration } = useFormat()
  const { before, after, sensors, later, vanished, appeared } = outcome
  const hasFormer = !isNew || before > 0
  return (
    <>
      <p className="alarm-rules-figure">
        {translate.rich(hasFormer ? 'instead' : 'would', {
          b: bold,
          count: after,
          after: number(after),
          before: number(before),
        })}
      </p>
      {later !== null && later.maximum > 0 && (
        <p className="alarm-rules-note">
          {translate('later', {
            median: duration(later.median),
            maximum: duration(later.maximum),
          })}
        </p>
      )}
      {sensors.replayed < sensors.total && (
        <p className="alarm-rules-note">
          {translate('part', { replayed: number(sensors.replayed), total: number(sensors.total) })}
        </p>
      )}
      <WhatIfAlarms kind="vanished" {...vanished} />
      <WhatIfAlarms kind="appeared" {...appeared} />
    </>
  )
}

interface WhatIfAlarmsProps {
  readonly kind: 'vanished' | 'appeared'
  readonly total: number
  readonly alarms: readonly WhatIfAlarm[]
}

function WhatIfAlarms({ kind, total, alarms }: WhatIfAlarmsProps) {
  const translate = useTranslations('alarms.rules.try')
  const columns = useTranslations('alarms.column')
  const { number } = useFormat()
  if (total === 0) return null
  return (
    <details className="alarm-rules-what-if" open={kind === 'vanished' || total <= 10}>
      <summary>{translate(kind, { count: total, figure: number(total) })}</summary>
      <div
        className="alarm-rules-rows"
        role="group"
        aria-label={translate(`${kind}List`)}
        // What scrolls must be reachable by keys.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
      >
        <table>
          <thead>
            <tr>
              {(['time', 'sensor', 'duration', 'value'] as const).map((name) => (
                <th key={name} scope="col">
                  {columns(name)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {alarms.map((alarm) => (
              <WhatIfRow
                key={`${alarm.sensor.thing} ${alarm.since} ${alarm.sensor.key}`}
                alarm={alarm}
              />
            ))}
          </tbody>
        </table>
      </div>
      {total > alarms.length && (
        <p className="alarm-rules-note">
          {translate('shown', { shown: number(alarms.length), total: number(total) })}
        </p>
      )}
    </details>
  )
}

function WhatIfRow({ alarm }: { readonly alarm: WhatIfAlarm }) {
  const translate = useTranslations('alarms.rules.try')
  const { number, moment, duration } = useFormat()
  const { sensor, since, returnedAt, value } = alarm
  const text =
    value === null
      ? noFigure
      : typeof value === 'string'
        ? value
        : `${number(value, sensor.decimals)} ${sensor.unit}`.trim()
  return (
    <tr>
      <td className="number">{moment(since, serverClock.now(), 'second')}</td>
      <td>
        {sensor.alias} <small>{sensor.device}</small>
      </td>
      <td className="number">
        {returnedAt === null ? translate('ongoing') : duration(returnedAt - since)}
      </td>
      <td className="number">{text}</td>
    </tr>
  )
}
