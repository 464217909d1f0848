import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useActiveAlarms, type ActiveAlarm } from '#kit/web/alarms/alarm-source.ts'
import type { WidgetSize } from '#kit/web/widget-registry.ts'
import { Icon } from '#kit/ui/icon.tsx'
import { TitledFrame } from '../several/titled-frame.tsx'
import './alarms.css'

interface AlarmsFrameProps {
  readonly kind: string
  readonly size: WidgetSize
  readonly title: string
  /** Whether the title has no line of its own. */
  readonly isTitleHidden?: boolean
  /** Drawn only when the alarms are known; there may be none. */
  readonly children: (alarms: readonly ActiveAlarm[]) => ReactNode
}

/**
 * The panel around a widget of alarms: says so when there are no alarms in this installation, or
 * they are not known.
 */
export function AlarmsFrame({ children, ...frame }: AlarmsFrameProps) {
  const translate = useTranslations()
  const alarms = useActiveAlarms()
  return (
    <TitledFrame {...frame}>
      {alarms === null ? (
        <div className="alarms-absent">
          <p>
            <Icon name="bell" size={14} />
            {translate('widgets.alarms.absent')}
          </p>
          {frame.size === 'small' ? null : <p>{translate('widgets.alarms.absentText')}</p>}
        </div>
      ) : alarms === undefined ? (
        <div className="alarms-absent">
          <p>{translate('widgets.alarms.unknown')}</p>
        </div>
      ) : (
        children(alarms)
      )}
    </TitledFrame>
  )
}
