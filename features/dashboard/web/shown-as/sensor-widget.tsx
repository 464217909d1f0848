import { CatchBoundary } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslations } from 'use-intl'
import type { Sensor } from '#kit/model/sensor.ts'
import { clearFailedChunks } from '#kit/web/screens/lazy-component.tsx'
import { kindsFor, type DayFigures, type WidgetSize } from '#kit/web/widget-registry.ts'
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
  readonly day: DayFigures | undefined
  readonly choices: WidgetChoices
  readonly onChange: ChangeChoices
}

/** A sensor in the widget that the person chose for it, with the menu to choose another. */
export function SensorWidget({ sensor, size, day, choices, onChange }: SensorWidgetProps) {
  const [isChoosing, setChoosing] = useState(false)
  const kinds = kindsFor(sensor.type)
  const { kind, options } = shownAs(sensor, choices, kinds)
  const { View } = kind
  const isPinned = pinnedOf(choices) === sensor.id
  return (
    <>
      <CatchBoundary getResetKey={() => kind.id} errorComponent={WidgetFailed}>
        <Suspense fallback={<div className="panel widget-fetching" />}>
          <View sensor={sensor} size={size} day={day} options={options} />
        </Suspense>
      </CatchBoundary>
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

/** The code of a widget could not be fetched, or failed; the others go on. */
function WidgetFailed({ reset }: { readonly reset: () => void }) {
  const translate = useTranslations()
  const retry = () => {
    clearFailedChunks()
    reset()
  }
  return (
    <div className="panel widget-failed" role="alert">
      <p>{translate('dashboard.widget.failed')}</p>
      <button type="button" className="button small" onClick={retry}>
        {translate('common.retry')}
      </button>
    </div>
  )
}
