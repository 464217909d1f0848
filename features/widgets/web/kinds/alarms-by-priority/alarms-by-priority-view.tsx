import { useTranslations } from 'use-intl'
import {
  alarmPriorities,
  type ActiveAlarm,
  type AlarmPriority,
} from '#kit/web/alarms/alarm-source.ts'
import { useFormat } from '#kit/web/formats/use-format.ts'
import type { UnboundWidgetProps } from '#kit/web/widget-registry.ts'
import { byImportance } from '#kit/web/alarms/alarm-order.ts'
import { AlarmShape } from '#kit/web/alarms/alarm-shape.tsx'
import { AlarmsFrame } from '../../alarms/alarms-frame.tsx'
import type { TitleOptions } from '../../several/title-option.ts'
import './alarms-by-priority.css'

/** How many alarms of each priority are active, and how many nobody has acknowledged. */
export default function AlarmsByPriorityView(props: UnboundWidgetProps<TitleOptions>) {
  const { size, options } = props
  const translate = useTranslations('widgets.kinds.alarms-by-priority')
  const format = useFormat()
  return (
    <AlarmsFrame kind="alarms-by-priority" size={size} title={options.title || translate('title')}>
      {(alarms) => {
        const open = alarms.filter(({ state }) => state !== 'acknowledged').length
        return (
          <>
            <dl className="alarm-counts">
              {alarmPriorities.map((priority) => (
                <Count key={priority} priority={priority} alarms={alarms} />
              ))}
            </dl>
            <p className="alarm-counts-open">
              {translate('open', { count: open, figure: format.number(open) })}
            </p>
          </>
        )
      }}
    </AlarmsFrame>
  )
}

interface CountProps {
  readonly priority: AlarmPriority
  readonly alarms: readonly ActiveAlarm[]
}

function Count({ priority, alarms }: CountProps) {
  const translate = useTranslations('widgets.alarms')
  const format = useFormat()
  const own = byImportance(alarms.filter((alarm) => alarm.priority === priority))
  return (
    <div data-none={own.length === 0 ? '' : undefined}>
      <dt>
        <AlarmShape priority={priority} state={own[0]?.state ?? null} />
        <span className="visually-hidden">{translate('priority', { priority })}</span>
      </dt>
      <dd>{format.number(own.length)}</dd>
    </div>
  )
}
