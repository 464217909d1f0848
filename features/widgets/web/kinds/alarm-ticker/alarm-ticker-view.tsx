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
import { lineAmong, lineIn, placeOf, type TickerLine } from './ticker-line.ts'
import './alarm-ticker.css'

/** How long one alarm stands. */
const turnMs = 8_000

/** One active alarm after the other, in a line; it can be halted, and does so under the pointer. */
export default function AlarmTickerView({ size, options }: UnboundWidgetProps<TitleOptions>) {
  const translate = useTranslations('widgets')
  const title = options.title || translate('kinds.alarm-ticker.title')
  return (
    <AlarmsFrame {...{ kind: 'alarm-ticker', size, title }} isTitleHidden={size === 'small'}>
      {(active) => {
        const alarms = byImportance(active)
        const [first] = alarms
        return first === undefined ? (
          <p className="alarms-none">{translate('alarms.none')}</p>
        ) : (
          <Ticker {...{ alarms, first }} />
        )
      }}
    </AlarmsFrame>
  )
}

interface TickerProps {
  readonly alarms: readonly ActiveAlarm[]
  readonly first: ActiveAlarm
}

function Ticker({ alarms, first }: TickerProps) {
  const translate = useTranslations('widgets.kinds.alarm-ticker')
  const words = useTranslations('widgets.alarms')
  const { number } = useFormat()
  const [isHalted, setHalted] = useState(false)
  const [isRead, setRead] = useState(false)
  const isHeld = isHalted || isRead
  const [stored, setLine] = useState<TickerLine>({ alarm: first, turn: null })
  const line = lineAmong(stored, alarms, isHeld)
  if (line !== stored) setLine(line)
  const ref = useSecondNode<HTMLDivElement>((now) => {
    if (isHeld) return
    const next = lineIn(line, alarms, Math.floor(now / turnMs))
    if (next !== line) setLine(next)
  })
  const place = placeOf(line, alarms)
  const isEnded = place < 0
  const { priority, state, sensor, text } = line.alarm
  return (
    <div
      className="alarm-ticker-line"
      ref={ref}
      onPointerEnter={() => setRead(true)}
      onPointerLeave={() => setRead(false)}
      onFocus={() => setRead(true)}
      onBlur={() => setRead(false)}
    >
      <AlarmShape priority={priority} state={isEnded ? 'returned' : state} />
      <span className="visually-hidden">
        {words('priority', { priority })} {isEnded ? '' : words(state)}
      </span>
      <AlarmLink className="clip" sensor={sensor} title={`${sensor.alias}: ${text}`}>
        <b>{sensor.alias}</b> {text}
      </AlarmLink>
      <span className="alarm-ticker-place">
        {isEnded ? translate('ended') : `${number(place + 1)} / ${number(alarms.length)}`}
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
