import type { Area, SensorName } from '../../../contract/page.ts'

/**
 * Areas as somebody stores them as their own: sensors that are not open to them stay behind, and a
 * widget that shows nothing else goes with its sensor.
 */
export function withOpenSensors(
  areas: readonly Area[],
  isOpen: (name: SensorName) => boolean,
): Area[] {
  return areas.map((area) => ({
    ...area,
    widgets: area.widgets
      .filter(({ sensor }) => sensor === null || isOpen(sensor))
      .map((widget) => ({ ...widget, sensors: widget.sensors.filter(isOpen) })),
  }))
}
