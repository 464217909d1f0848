import type { FunctionComponent } from 'react'
import type { Sensor, SensorType } from '#kit/model/sensor.ts'

/** Three real type scales: read from a desk, across a room, from a wall. */
export const widgetSizes = ['small', 'medium', 'big'] as const
export type WidgetSize = (typeof widgetSizes)[number]

/** What is known of a sensor's day so far, in the site's zone; numeric sensors only. */
export interface DayFigures {
  readonly minimum: number
  readonly maximum: number
  readonly average: number
  /** First and last value of the day at the time of asking. */
  readonly first: number
  readonly last: number
  /** What a counter or a timer had gained then; null for others, and where it is not known. */
  readonly accumulated: number | null
  /** The midnights that begin and end this day, ms UTC. */
  readonly from: number
  readonly until: number
}

/** What a person chose of a kind's options, as it is stored; the kind reads and checks it. */
export type WidgetOptions = Readonly<Record<string, unknown>>

/** What a widget is made of; it fills the box that its place gives it. */
export interface WidgetProps<Options = WidgetOptions> {
  readonly sensor: Sensor
  readonly size: WidgetSize
  readonly day: DayFigures | undefined
  readonly options: Options
}

/** A form for the options of a kind, for one sensor. */
export interface WidgetEditorProps<Options = WidgetOptions> {
  readonly sensor: Sensor
  readonly options: Options
  /** `null`: what the form holds makes no sense yet, and must not be stored. */
  readonly onChange: (options: Options | null) => void
}

/** In columns of the grid of 12, and rows of 48 px. */
export interface GridSize {
  readonly width: number
  readonly height: number
}

/** What is known of a kind of widget before its code is fetched. */
export interface WidgetMeta {
  /** The name of its folder; what layouts store. */
  readonly id: string
  /** Key of its name in the catalogues: `widgets.kinds.<id>.title`. */
  readonly title: string
  /** The types of sensors that it can show. */
  readonly accepts: readonly SensorType[]
  /** The types that it shows where nobody chose another kind. */
  readonly usualFor: readonly SensorType[]
  /** The size at which it is shown where nobody chose another. */
  readonly usualSize: WidgetSize
  /** The least that it needs in each size. */
  readonly gridSizes: Readonly<Record<WidgetSize, GridSize>>
}

/** One way of showing a sensor. Its code is fetched when it is first drawn, or by `preload`. */
export interface WidgetKind extends WidgetMeta {
  readonly View: FunctionComponent<WidgetProps>
  /** Absent: there is nothing to choose. */
  readonly Editor?: FunctionComponent<WidgetEditorProps>
  readonly preload: () => Promise<void>
}

let kinds: readonly WidgetKind[] = []

/** Names the kinds that there are; the application does this once, at its start. */
export function provideWidgets(provided: readonly WidgetKind[]): void {
  kinds = provided
}

/**
 * The kinds that can show a type of sensor; the first is the usual one, which shows it where nobody
 * chose another. Throws when there is none.
 */
export function kindsFor(type: SensorType): readonly [WidgetKind, ...WidgetKind[]] {
  const usual = usualKind(type)
  return [usual, ...kinds.filter((kind) => kind !== usual && kind.accepts.includes(type))]
}

/** The kind that shows a type of sensor where nobody chose another. Throws when there is none. */
export function usualKind(type: SensorType): WidgetKind {
  const usual = kinds.find(({ usualFor }) => usualFor.includes(type))
  if (!usual) throw new Error(`no kind of widget is usual for sensors of type "${type}"`)
  return usual
}

/** Fetches the code of the usual kinds; awaited by the `load` of screens that show widgets. */
export async function loadWidgets(): Promise<void> {
  const usual = kinds.filter(({ usualFor }) => usualFor.length > 0)
  await Promise.all(usual.map(({ preload }) => preload()))
}
