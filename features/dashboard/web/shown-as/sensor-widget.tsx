import { useState } from 'react'
import { flushSync } from 'react-dom'
import type { Sensor } from '#kit/model/sensor.ts'
import { kindsFor, type WidgetSize } from '#kit/web/widget-registry.ts'
import { attemptOf } from '#kit/web/widgets/attempt-of.ts'
import { WidgetBoundary } from '#kit/web/widgets/widget-boundary.tsx'
import { OptionsDialog } from './options-dialog.tsx'
import type { ChangeChoices } from './use-widget-choices.ts'
import {
  pinnedOf,
  shownAs,
  withKind,
  withOptions,
  withPin,
  type WidgetChoices,
} from './widget-choices.ts'
import { WidgetMenu } from './widget-menu.tsx'
import './sensor-widget.css'

interface SensorWidgetProps {
  readonly sensor: Sensor
  readonly size: WidgetSize
  readonly choices: WidgetChoices
  readonly onChange: ChangeChoices
}

/** A sensor in the widget that the person chose for it, with the menu to choose another. */
export function SensorWidget({ sensor, size, choices, onChange }: SensorWidgetProps) {
  const [isChoosing, setChoosing] = useState(false)
  const kinds = kindsFor(sensor.type)
  const { kind, options } = shownAs(sensor, choices, kinds)
  const { View } = kind
  const isPinned = pinnedOf(choices) === sensor.id
  return (
    <>
      <WidgetBoundary attempt={attemptOf(kind.id, [options, sensor])}>
        <View sensor={sensor} size={size} options={options} />
      </WidgetBoundary>
      <WidgetMenu
        {...{ sensor, kinds, isPinned }}
        current={kind}
        onChoose={(id) => onChange((before) => withKind(before, sensor.id, id))}
        onOptions={() => setChoosing(true)}
        onPin={() => {
          flushSync(() => onChange((before) => withPin(before, isPinned ? null : sensor.id)))
          focusMenu(sensor)
        }}
      />
      {isChoosing && kind.Editor && (
        <OptionsDialog
          sensor={sensor}
          Editor={kind.Editor}
          options={options}
          onSave={(next) => onChange((before) => withOptions(before, sensor.id, kind.id, next))}
          onClose={() => setChoosing(false)}
        />
      )}
    </>
  )
}

/** Where the widget moved, the focus goes with it. */
function focusMenu({ id }: Sensor): void {
  if (document.activeElement !== document.body) return
  document.querySelector<HTMLElement>(`.widget-menu[data-sensor="${id}"] button`)?.focus()
}
