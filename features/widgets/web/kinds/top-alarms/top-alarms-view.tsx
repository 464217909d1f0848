import { useTranslations } from 'use-intl'
import type { ActiveAlarm } from '#kit/web/alarms/alarm-source.ts'
import { useFormat } from '#kit/web/formats/use-format.ts'
import type { UnboundWidgetProps } from '#kit/web/widget-registry.ts'
import { LiveElement } from '#kit/ui/live-element.ts'
import { useOnce } from '#kit/ui/use-once.ts'
import { figuresOf, useAlarmCounts } from '#kit/web/alarms/alarm-counts.ts'
import { byImportance } from '#kit/web/alarms/alarm-order.ts'
import { AlarmShape } from '#kit/web/alarms/alarm-shape.tsx'
import { AlarmLink } from '../../alarms/alarm-link.tsx'
import { AlarmsFrame } from '../../alarms/alarms-frame.tsx'
import type { TitleOptions } from '../../several/title-option.ts'
import { useSecondNode } from '../../several/use-second-node.ts'
import './top-alarms.css'

/** As many as somebody looks through. */
const maximumShown = 50

/** The active alarms, the most important first. */
export default function TopAlarmsView({ size, options }: UnboundWidgetProps<TitleOptions>) {
  const translate = useTranslations('widgets')
  const title = options.title || translate('kinds.top-alarms.title')
  return (
    <AlarmsFrame kind="top-alarms" size={size} title={title}>
      {(alarms) =>
        alarms.length === 0 ? (
          <p className="alarms-none">{translate('alarms.none')}</p>
        ) : (
          <TopList {...{ alarms, title }} />
        )
      }
    </AlarmsFrame>
  )
}

interface TopListProps {
  readonly alarms: readonly ActiveAlarm[]
  readonly title: string
}

function TopList({ alarms, title }: TopListProps) {
  const translate = useTranslations('widgets.alarms')
  const { number } = useFormat()
  const shown = byImportance(alarms).slice(0, maximumShown)
  const total = figuresOf(alarms, useAlarmCounts(alarms)).reduce((sum, { count }) => sum + count, 0)
  return (
    // What is too long scrolls, also by the keyboard.
    // oxlint-disable-next-line no-noninteractive-tabindex
    <ol className="top-alarms-list" tabIndex={0} aria-label={title}>
      {shown.map((alarm) => (
        <TopAlarm key={alarm.id} alarm={alarm} />
      ))}
      {total > shown.length ? (
        <li className="top-alarms-more">
          {translate('more', { figure: number(total - shown.length) })}
        </li>
      ) : null}
    </ol>
  )
}

function TopAlarm({ alarm }: { readonly alarm: ActiveAlarm }) {
  const { priority, state, sensor, text, since } = alarm
  const translate = useTranslations('widgets.alarms')
  const { duration } = useFormat()
  const lasting = useOnce(() => new LiveElement())
  const ref = useSecondNode<HTMLLIElement>((now) =>
    lasting.text(duration(Math.max(0, now - since))),
  )
  return (
    <li ref={ref} data-state={state}>
      <AlarmShape priority={priority} state={state} />
      <span className="visually-hidden">
        {translate('priority', { priority })} {translate(state)}
      </span>
      <AlarmLink className="clip" sensor={sensor} title={sensor.alias}>
        {sensor.alias}
      </AlarmLink>
      <small className="clip" title={text}>
        {text}
      </small>
      {lasting.draw('span', { className: 'top-alarms-age' })}
    </li>
  )
}
