import type { ComponentType } from 'react'
import type { Sensor, SensorType } from '#kit/model/sensor.ts'

/** Three real type scales: read from a desk, across a room, from a wall. */
export type WidgetSize = 'small' | 'medium' | 'big'

/** What is known of a sensor's day so far, in the site's zone; numeric sensors only. */
export interface DayFigures {
  readonly minimum: number
  readonly maximum: number
  readonly average: number
  /** First and last value of the day at the time of asking. */
  readonly first: number
  readonly last: number
}

export interface WidgetProps {
  readonly sensor: Sensor
  readonly size: WidgetSize
  readonly day: DayFigures | undefined
}

/** How one type of sensor is shown. A widget fills the box that its place gives it. */
export interface WidgetKind {
  readonly type: SensorType
  readonly component: ComponentType<WidgetProps>
  /**
   * The size at which it is shown unless somebody chooses, and its place on the grid of 12 columns
   * of 48 px in each size.
   */
  readonly usualSize: WidgetSize
  readonly place: Readonly<Record<WidgetSize, { readonly width: number; readonly height: number }>>
}

let kinds: ReadonlyMap<SensorType, WidgetKind> = new Map()
let load: () => Promise<readonly WidgetKind[]> = () => Promise.resolve([])

/** Names where the widgets come from; the application does this once, at its start. */
export function provideWidgets(loader: () => Promise<readonly WidgetKind[]>): void {
  load = loader
}

/** Fetches the widgets' code; to be awaited by the `load` of every screen that shows widgets. */
export async function loadWidgets(): Promise<void> {
  if (kinds.size === 0) kinds = new Map((await load()).map((kind) => [kind.type, kind]))
}

/** The widget for a type of sensor, after `loadWidgets`. */
export function widgetOf(type: SensorType): WidgetKind | undefined {
  return kinds.get(type)
}
