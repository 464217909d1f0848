import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { ActiveAlarm } from '#kit/web/alarms/alarm-source.ts'
import { useFormat } from '#kit/web/formats/use-format.ts'
import type { UnboundWidgetProps } from '#kit/web/widget-registry.ts'
import { Icon } from '#kit/ui/icon.tsx'
import { byImportance } from '#kit/web/alarms/alarm-order.ts'
import { AlarmShape } from '#kit/web/alarms/alarm-shape.tsx'
import { AlarmLink } from '../../alarms/alarm-link.tsx'
import { AlarmsFrame } from '../../alarms/alarms-frame.tsx'
import type { TitleOptions } from '../../several/title-option.ts'
import { useSecondNode } from '../../several/use-second-node.ts'
import './alarm-ticker.css'

/** How long one alarm stands. */
const turnMs = 8_000

/** One active alarm after the other, in a line; it can be halted, and does so under the pointer. */
export default function AlarmTickerView({ size, options }: UnboundWidgetProps<TitleOptions>) {
  const translate = useTranslations('widgets')
  const title = options.title || translate('kinds.alarm-ticker.title')
  return (
    <AlarmsFrame {...{ kind: 'alarm-ticker', size, title }} isTitleHidden={size === 'small'}>
      {(alarms) =>
        alarms.length === 0 ? (
          <p className="alarms-none">{translate('alarms.none')}</p>
        ) : (
          <Ticker alarms={byImportance(alarms)} />
        )
      }
    </AlarmsFrame>
  )
}

function Ticker({ alarms }: { readonly alarms: readonly ActiveAlarm[] }) {
  const translate = useTranslations('widgets.kinds.alarm-ticker')
  const words = useTranslations('widgets.alarms')
  const { number } = useFormat()
  const [turn, setTurn] = useState(0)
  const [isHalted, setHalted] = useState(false)
  const [isRead, setRead] = useState(false)
  const ref = useSecondNode<HTMLDivElement>((now) => {
    if (isHalted || isRead) return
    const next = Math.floor(now / turnMs)
    if (next !== turn) setTurn(next)
  })
  const place = turn % alarms.length
  const alarm = alarms[place]
  if (!alarm) return null
  const { priority, state, sensor, text } = alarm
  return (
    <div
      className="alarm-ticker-line"
      ref={ref}
      onPointerEnter={() => setRead(true)}
      onPointerLeave={() => setRead(false)}
      onFocus={() => setRead(true)}
      onBlur={() => setRead(false)}
    >
      <AlarmShape priority={priority} state={state} />
      <span className="visually-hidden">
        {words('priority', { priority })} {words(state)}
      </span>
      <AlarmLink className="clip" sensor={sensor} title={`${sensor.alias}: ${text}`}>
        <b>{sensor.alias}</b> {text}
      </AlarmLink>
      <span className="alarm-ticker-place">
        {number(place + 1)} / {number(alarms.length)}
      </span>
      <button
        type="button"
        className="button small"
        aria-pressed={isHalted}
        aria-label={translate('halt')}
        onClick={() => setHalted(!isHalted)}
      >
        <Icon name={isHalted ? 'play' : 'pause'} />
      </button>
    </div>
  )
}
