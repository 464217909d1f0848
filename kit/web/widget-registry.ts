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
  /** When the last one was read, ms UTC. */
  readonly lastTime: number
  /** What a counter or a timer had gained then; null for others, and where it is not known. */
  readonly accumulated: number | null
  /** The midnights that begin and end this day, ms UTC. */
  readonly from: number
  readonly until: number
}

/**
 * What a person chose of a kind's options, as it is stored; the kind reads and checks it. Stored
 * are texts, numbers, yes or no and nothing (null), no lists.
 */
export type WidgetOptions = Readonly<Record<string, unknown>>

/** What a widget without a sensor is made of; it fills the box that its place gives it. */
export interface UnboundWidgetProps<Options = WidgetOptions> {
  readonly size: WidgetSize
  readonly options: Options
}

/** What a widget of one sensor is made of. */
export interface WidgetProps<Options = WidgetOptions> extends UnboundWidgetProps<Options> {
  readonly sensor: Sensor
  readonly day: DayFigures | undefined
  /** Whether the first figures of the day that is shown are on their way. */
  readonly isDayAwaited: boolean
}

/** What a widget of several sensors is made of. */
export interface SensorsWidgetProps<Options = WidgetOptions> extends UnboundWidgetProps<Options> {
  /** In the order that the person gave them, at least one; the same array while it is the same. */
  readonly sensors: readonly Sensor[]
  /** How many more were chosen that are gone or closed now, or that the kind cannot show. */
  readonly missing: number
}

/** A form for the options of a kind. */
export interface UnboundWidgetEditorProps<Options = WidgetOptions> {
  readonly options: Options
  /** `null`: what the form holds makes no sense yet, and must not be stored. */
  readonly onChange: (options: Options | null) => void
}

/** A form for the options of a kind, for one sensor. */
export interface WidgetEditorProps<
  Options = WidgetOptions,
> extends UnboundWidgetEditorProps<Options> {
  readonly sensor: Sensor
}

/** A form for the options of a kind, for the sensors that are chosen: none at first. */
export interface SensorsWidgetEditorProps<
  Options = WidgetOptions,
> extends UnboundWidgetEditorProps<Options> {
  readonly sensors: readonly Sensor[]
}

/** In columns of the grid of 12, and rows of 48 px. */
export interface GridSize {
  readonly width: number
  readonly height: number
}

/** What is known of every kind of widget before its code is fetched. */
interface KindMeta {
  /** The name of its folder; what layouts store. */
  readonly id: string
  /** Key of its name in the catalogues: `widgets.kinds.<id>.title`. */
  readonly title: string
  /** The size at which it is shown where nobody chose another. */
  readonly defaultSize: WidgetSize
  /** The least that it needs in each size. */
  readonly gridSizes: Readonly<Record<WidgetSize, GridSize>>
}

/** A kind that shows one sensor. */
export interface WidgetMeta extends KindMeta {
  readonly binds?: 'sensor'
  /** The types of sensors that it can show. */
  readonly accepts: readonly SensorType[]
  /** The types that it shows where nobody chose another kind. */
  readonly usualFor: readonly SensorType[]
}

/** A kind that shows several sensors. */
export interface SensorsWidgetMeta extends KindMeta {
  readonly binds: 'sensors'
  /** The types of sensors that it can show. */
  readonly accepts: readonly SensorType[]
  /** What it has room for, or can be read of. */
  readonly maximumSensors: number
}

/** A kind that shows no sensor that a person chose for it. */
export interface UnboundWidgetMeta extends KindMeta {
  readonly binds: 'none'
}

interface KindCode<Props, EditorProps> {
  readonly View: FunctionComponent<Props>
  /** Absent: there is nothing to choose. */
  readonly Editor?: FunctionComponent<EditorProps>
  /** Its options where nobody has chosen any. */
  readonly defaults: WidgetOptions
  readonly preload: () => Promise<void>
}

/** One way of showing a sensor. Its code is fetched when it is first drawn, or by `preload`. */
export interface WidgetKind
  extends WidgetMeta, KindCode<Omit<WidgetProps, 'day' | 'isDayAwaited'>, WidgetEditorProps> {
  readonly binds: 'sensor'
}

/** One way of showing several sensors together. */
export interface SensorsWidgetKind
  extends SensorsWidgetMeta, KindCode<SensorsWidgetProps, SensorsWidgetEditorProps> {}

/** A widget that is there by itself: a clock, a text, figures of the whole installation. */
export interface UnboundWidgetKind
  extends UnboundWidgetMeta, KindCode<UnboundWidgetProps, UnboundWidgetEditorProps> {}

/** A kind of any binding, by `binds`. */
export type AnyWidgetKind = WidgetKind | SensorsWidgetKind | UnboundWidgetKind

let kinds: readonly AnyWidgetKind[] = []

/** Names the kinds that there are; the application does this once, at its start. */
export function provideWidgets(provided: readonly AnyWidgetKind[]): void {
  kinds = provided
}

/** Every kind, in the order of the folders' names. */
export function allKinds(): readonly AnyWidgetKind[] {
  return kinds
}

/** The kind of this id; undefined where this application has none. */
export function kindById(id: string): AnyWidgetKind | undefined {
  return kinds.find((kind) => kind.id === id)
}

const showsOneSensor = (kind: AnyWidgetKind): kind is WidgetKind => kind.binds === 'sensor'

/**
 * The kinds that can show a type of sensor; the first is the usual one, which shows it where nobody
 * chose another. Throws when there is none.
 */
export function kindsFor(type: SensorType): readonly [WidgetKind, ...WidgetKind[]] {
  const usual = defaultKind(type)
  const able = kinds.filter(showsOneSensor).filter(({ accepts }) => accepts.includes(type))
  return [usual, ...able.filter((kind) => kind !== usual)]
}

/** The kind that shows a type of sensor where nobody chose another. Throws when there is none. */
export function defaultKind(type: SensorType): WidgetKind {
  const usual = kinds.filter(showsOneSensor).find(({ usualFor }) => usualFor.includes(type))
  if (!usual) throw new Error(`no kind of widget is usual for sensors of type "${type}"`)
  return usual
}

/** The room on the grid that a new widget of a kind gets. */
export function defaultPlace({ gridSizes, defaultSize }: KindMeta): GridSize {
  return gridSizes[defaultSize]
}

/** The largest size of a kind that has room in a place; the smallest where none has. */
export function sizeIn({ gridSizes }: KindMeta, place: GridSize): WidgetSize {
  const fits = (size: WidgetSize) =>
    gridSizes[size].width <= place.width && gridSizes[size].height <= place.height
  return widgetSizes.findLast(fits) ?? 'small'
}

/** Fetches the code of the usual kinds; awaited by the `load` of screens that show widgets. */
export async function loadWidgets(): Promise<void> {
  const usual = kinds.filter((kind) => showsOneSensor(kind) && kind.usualFor.length > 0)
  await Promise.all(usual.map(({ preload }) => preload()))
}
