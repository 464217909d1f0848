import type { SensorName, Widget } from '#features/pages/contract/page.ts'

/** Widgets as somebody stores them as their own: sensors that are not open to them stay behind. */
export function withOpenSensors(
  widgets: readonly Widget[],
  isOpen: (name: SensorName) => boolean,
): readonly Widget[] {
  return widgets.map((widget) => ({
    ...widget,
    sensor: widget.sensor && isOpen(widget.sensor) ? widget.sensor : null,
    sensors: widget.sensors.filter(isOpen),
  }))
}
