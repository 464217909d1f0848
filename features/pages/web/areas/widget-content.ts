import type { WidgetContent } from '#kit/web/widgets/widget-view.tsx'
import {
  kindById,
  sizeIn,
  defaultKind,
  type AnyWidgetKind,
  type WidgetSize,
} from '#kit/web/widget-registry.ts'
import type { Widget } from '../../contract/page.ts'
import type { FindSensor } from '../calls/use-sensors.ts'

/** A stored widget with its sensors looked up. */
export function widgetContent(widget: Widget, find: FindSensor): WidgetContent {
  const { id, sensor, sensors, kind, options } = widget
  return { id, kind, options, sensor: sensor && find(sensor), sensors: sensors.map(find) }
}

/** The kind that draws a widget; undefined where that is not known now. */
export function kindOf({ kind, sensor }: Pick<WidgetContent, 'kind' | 'sensor'>) {
  const known: AnyWidgetKind | undefined =
    kind === null ? (sensor ? defaultKind(sensor.type) : undefined) : kindById(kind)
  return known
}

/** The size of type in which a widget is drawn in its place. */
export function sizeOf(content: WidgetContent, { w, h }: Widget): WidgetSize {
  const kind = kindOf(content)
  return kind ? sizeIn(kind, { width: w, height: h }) : 'small'
}
