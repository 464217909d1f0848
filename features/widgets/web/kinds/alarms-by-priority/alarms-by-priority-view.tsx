import { useTranslations } from 'use-intl'
import { figuresOf, useAlarmCounts } from '#kit/web/alarms/alarm-counts.ts'
import type { ActiveAlarm } from '#kit/web/alarms/alarm-source.ts'
import { useFormat } from '#kit/web/formats/use-format.ts'
import type { UnboundWidgetProps } from '#kit/web/widget-registry.ts'
import { AlarmShape } from '#kit/web/alarms/alarm-shape.tsx'
import { AlarmsFrame } from '../../alarms/alarms-frame.tsx'
import type { TitleOptions } from '../../several/title-option.ts'
import './alarms-by-priority.css'

/** How many alarms of each priority are active, and how many nobody has acknowledged. */
export default function AlarmsByPriorityView(props: UnboundWidgetProps<TitleOptions>) {
  const { size, options } = props
  const translate = useTranslations('widgets.kinds.alarms-by-priority')
  return (
    <AlarmsFrame kind="alarms-by-priority" size={size} title={options.title || translate('title')}>
      {(alarms) => <Counts alarms={alarms} />}
    </AlarmsFrame>
  )
}

function Counts({ alarms }: { readonly alarms: readonly ActiveAlarm[] }) {
  const translate = useTranslations('widgets.kinds.alarms-by-priority')
  const words = useTranslations('widgets.alarms')
  const { number } = useFormat()
  const counts = useAlarmCounts(alarms)
  const open = Object.values(counts).reduce((sum, { unacknowledged }) => sum + unacknowledged, 0)
  return (
    <>
      <dl className="alarm-counts">
        {figuresOf(alarms, counts).map(({ priority, count, state }) => (
          <div key={priority} data-none={count === 0 ? '' : undefined}>
            <dt>
              <AlarmShape priority={priority} state={state} />
              <span className="visually-hidden">{words('priority', { priority })}</span>
            </dt>
            <dd>{number(count)}</dd>
          </div>
        ))}
      </dl>
      <p className="alarm-counts-open">
        {translate('open', { count: open, figure: number(open) })}
      </p>
    </>
  )
}
