import { expect, it } from 'vitest'
import type { ReactElement } from 'react'
import { plainSensor, type Sensor } from '#kit/model/sensor.ts'
import { WidgetBoundary } from '#kit/web/widgets/widget-boundary.tsx'
import { WidgetView, type WidgetContent } from '#kit/web/widgets/widget-view.tsx'
import { provideWidgets } from '#kit/web/widget-registry.ts'
import { widgetKinds } from './kinds.ts'

provideWidgets(widgetKinds)

type Component = (props: object) => ReactElement<{ getResetKey: () => unknown }>

/** By what a widget that could not be drawn is tried again. */
function attemptOf(widget: WidgetContent): unknown {
  let drawn = <WidgetView widget={widget} size="medium" />
  while (drawn.type !== WidgetBoundary) drawn = (drawn.type as Component)(drawn.props as object)
  return (drawn.type as unknown as Component)(drawn.props).props.getResetKey()
}

const sensor: Sensor = {
  ...plainSensor,
  ...{ id: 1, deviceId: 1, lesiId: 'DEV', key: 'k', alias: 'k', type: 'analog', unit: '' },
  ...{ decimals: 1, lowerAlarm: 1, upperAlarm: 5, scaleLow: null, scaleHigh: null },
  ...{ intervalMs: 1_000, states: {}, isNew: false },
}
const note: WidgetContent = {
  ...{ id: 'a', sensor: null, sensors: [], kind: 'note', options: { text: 'a' } },
}
const value: WidgetContent = { ...note, sensor, kind: 'value', options: {} }

it('WD58 another kind, other options and another sensor are another attempt to draw', () => {
  for (const [widget, ...others] of [
    [note, { ...note, options: { text: 'b' } }, { ...note, kind: 'clock' }],
    [value, { ...value, sensor: { ...sensor, decimals: 2 } }, { ...value, kind: 'gauge' }],
    [value, { ...value, options: { low: 1 } }],
  ] as const) {
    expect(attemptOf({ ...widget })).toBe(attemptOf(widget))
    for (const other of others) expect(attemptOf(other)).not.toBe(attemptOf(widget))
  }
})
