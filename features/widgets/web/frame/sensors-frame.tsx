import type { ReactNode, Ref } from 'react'
import { useTranslations } from 'use-intl'
import type { Sensor } from '#kit/model/sensor.ts'
import { usePanelTexts } from '#kit/web/panel/use-panel-texts.ts'
import type { WidgetSize } from '#kit/web/widget-registry.ts'
import { Panel } from '#kit/ui/panel/panel.tsx'
import { AlarmMark } from './alarm-mark.tsx'
import './widget.css'
import './sensors-frame.css'

interface SensorsFrameProps {
  readonly sensors: readonly Sensor[]
  /** How many more were chosen that cannot be shown. */
  readonly missing: number
  readonly size: WidgetSize
  /** Empty: the names of the sensors. */
  readonly title: string
  readonly ref?: Ref<HTMLElement>
  readonly children: ReactNode
}

/**
 * What every widget of several sensors has: its title, how many sensors are not there, and a
 * button that lets it fill the screen.
 */
export function SensorsFrame({ sensors, missing, size, title, ref, children }: SensorsFrameProps) {
  const translate = useTranslations('widgets.placed')
  const texts = usePanelTexts()
  const names = [...new Set(sensors.map(({ alias }) => alias))].join(', ')
  return (
    <Panel
      className={`widget of-sensors ${size}`}
      title={title === '' ? names : title}
      headerHeight={36}
      padding={[0, 0]}
      shadow="never"
      isGridItem
      fullscreen
      actions={
        <>
          <AlarmMark sensors={sensors} />
          {missing > 0 && (
            <span className="sensors-missing">{translate('missing', { count: missing })}</span>
          )}
        </>
      }
      {...{ texts, ...(ref && { ref }) }}
    >
      {children}
    </Panel>
  )
}
