import { gridItemOf } from '#features/pages/contract/grid-item.ts'
import type { Widget } from '#features/pages/contract/page.ts'
import type { Sensor } from '#kit/model/sensor.ts'
import { normalizeLayout } from '#kit/ui/grid/layout/normalize-layout.ts'
import { compacted } from '#kit/ui/grid/layout/compact.ts'
import { bottomOf, inReadingOrder, type GridItem } from '#kit/ui/grid/layout/item.ts'
import { firstFree } from '#kit/ui/grid/layout/place.ts'
import type { WidgetOptions } from '#kit/web/widget-registry.ts'
import { arrange } from '../../grid/arrange.ts'
import type { SizesOf } from '../../grid/rows.ts'
import { storable } from './storable.ts'
import {
  boardOptions,
  layoutOf,
  nameKey,
  sensorName,
  withLayout,
  type Draft,
  type MinimumSizeOf,
} from './draft.ts'

/** How a person has sensors shown in the automatic arrangement. */
export type ShownAs = (sensor: Sensor) => { readonly kind: string; readonly options: WidgetOptions }

/** The sensors of one device after another, as the war room arranges them by itself. */
export function arrangedWidgets(
  devices: readonly (readonly Sensor[])[],
  sizesOf: SizesOf,
  shownAs: ShownAs,
): readonly Widget[] {
  let top = 0
  return devices.flatMap((sensors, index) => {
    const groups = arrange(sensors, index === 0 ? 'usual' : null, sizesOf)
    return groups.flatMap(({ items, rows }) => {
      const y0 = top
      top += rows
      return items.map(({ sensor, x, y, width, height }): Widget => {
        const { kind, options } = shownAs(sensor)
        const place = { x, y: y0 + y, w: width, h: height }
        const name = sensorName(sensor)
        return {
          ...{ id: `s-${sensor.id}`, sensor: name, sensors: [], kind, ...place },
          options: storable(options),
        }
      })
    })
  })
}

interface WidgetNeeds {
  /** The sensor of a widget; null: it has none, or not one alone. */
  readonly find: (widget: Widget) => Sensor | null
  readonly minimumSizeOf: MinimumSizeOf
}

/**
 * The widgets that a draft has, arranged by itself: sensors by device, all else below them. Static
 * ones stay, and the others make room for them. What needs more room than is usual for its sensor
 * gets it.
 */
export function rearranged(
  draft: Draft,
  { find, minimumSizeOf }: WidgetNeeds,
  sizesOf: SizesOf,
): Draft {
  const items = layoutOf(draft.widgets, () => undefined)
  const bySensor = new Map<string, Widget>()
  const devices = new Map<string, Sensor[]>()
  for (const { i } of inReadingOrder(items)) {
    const widget = draft.widgets.find(({ id }) => id === i)
    const sensor = widget && !widget.static && find(widget)
    if (!sensor || bySensor.has(nameKey(sensorName(sensor)))) continue
    bySensor.set(nameKey(sensorName(sensor)), widget)
    devices.set(sensor.lesiId, [...(devices.get(sensor.lesiId) ?? []), sensor])
  }
  const places = arrangedWidgets([...devices.values()], sizesOf, () => ({ kind: '', options: {} }))
  const layout = places.flatMap(({ sensor, x, y, w, h }) => {
    const widget = sensor && bySensor.get(nameKey(sensor))
    return widget ? [{ ...roomyItem(widget, minimumSizeOf(widget)), x, y, w, h }] : []
  })
  const sensorRows = compacted([...items.filter((item) => item.static), ...layout])
  const isArranged = ({ id }: Widget) => sensorRows.some((item) => item.i === id)
  const rest = draft.widgets
    .filter((widget) => !isArranged(widget))
    .map((widget) => roomyItem(widget, minimumSizeOf(widget)))
  const from = { x: 0, y: bottomOf(sensorRows) }
  const all = [...sensorRows]
  for (const item of rest) all.push({ ...item, ...firstFree(all, item, boardOptions, from) })
  return withLayout(draft, normalizeLayout(all, boardOptions).layout)
}

/** A widget as an item that is at least as large as its kind needs. */
function roomyItem(widget: Widget, minimum: ReturnType<MinimumSizeOf>): GridItem {
  const item = gridItemOf(widget)
  const { minW = 1, minH = 1 } = item
  return { ...item, minW: Math.max(minW, minimum?.w ?? 1), minH: Math.max(minH, minimum?.h ?? 1) }
}
