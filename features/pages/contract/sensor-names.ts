import type { BoardContent } from './merge.ts'
import type { SensorName, Widget } from './page.ts'

/** A text that two names of sensors share only when they name the same one. */
export function nameOf({ thing, key }: SensorName): string {
  return JSON.stringify([thing, key])
}

/** All that a widget shows. */
export function sensorsOf({ sensor, sensors }: Widget): readonly SensorName[] {
  return sensor === null ? sensors : [sensor, ...sensors]
}

/** The widgets of a page or a dashboard. */
export function widgetsOf({ areas, widgets }: Pick<BoardContent, 'areas' | 'widgets'>): Widget[] {
  return [...areas.flatMap((area) => area.widgets), ...widgets]
}
