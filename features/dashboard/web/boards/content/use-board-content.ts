import { useMemo } from 'react'
import type { BoardSensor } from '#features/pages/contract/board.ts'
import type { SensorName, Widget } from '#features/pages/contract/page.ts'
import type { Sensor } from '#kit/model/sensor.ts'
import { kindById, defaultKind, type AnyWidgetKind } from '#kit/web/widget-registry.ts'
import type { WidgetContent } from '#kit/web/widgets/widget-view.tsx'
import { nameKey, sensorName, type MinimumSizeOf } from './draft.ts'

/** A sensor by its name; null: it is gone, or not open to the person. */
export type FindSensor = (name: SensorName) => Sensor | null

export interface BoardContent {
  readonly find: FindSensor
  /** The same object for the same widget. */
  readonly contentOf: (widget: Widget) => WidgetContent
  /** Undefined where it is not known, or follows from a sensor that is gone. */
  readonly kindOf: (widget: Widget) => AnyWidgetKind | undefined
  readonly minimumSizeOf: MinimumSizeOf
}

/** What widgets show: sensors as they came with a dashboard, and those that lists have. */
export function useBoardContent(
  stored: readonly BoardSensor[],
  listed: readonly Sensor[],
): BoardContent {
  return useMemo(() => {
    const sensors = new Map(listed.map((sensor) => [nameKey(sensorName(sensor)), sensor]))
    for (const { sensor, ...name } of stored) {
      const key = nameKey(name)
      if (sensor && !sensors.has(key)) sensors.set(key, sensor)
    }
    const contents = new WeakMap<Widget, WidgetContent>()
    const find: FindSensor = (name) => sensors.get(nameKey(name)) ?? null
    const contentOf = (widget: Widget) => {
      const known = contents.get(widget)
      if (known) return known
      const { id, sensor, sensors: several, kind, options } = widget
      const content = {
        id,
        kind,
        options,
        sensor: sensor && find(sensor),
        sensors: several.map(find),
      }
      contents.set(widget, content)
      return content
    }
    const kindOf = ({ kind, sensor }: Widget) => {
      const found = sensor && find(sensor)
      if (kind !== null) return kindById(kind)
      return found ? defaultKind(found.type) : undefined
    }
    const minimumSizeOf = (widget: Widget) => {
      const small = kindOf(widget)?.gridSizes.small
      return small && { w: small.width, h: small.height }
    }
    return { find, contentOf, kindOf, minimumSizeOf }
  }, [stored, listed])
}
