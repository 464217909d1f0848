import type { ChartFormat, TimeRange } from '../data/model.ts'
import type { Line } from '../data/line.ts'
import type { ChartSpan } from '../data/spans.ts'
import type { StateStyle } from '../state-chart/state-style.ts'

/** A curve of a picture that is stored as a file. */
export interface ImageCurve {
  readonly name: string
  readonly line: Line
  /** The same in an earlier period. */
  readonly comparison: Line | null
  readonly side: 0 | 1
  /** CSS colour or `var(--token)`. */
  readonly colour: string
  readonly dash: readonly number[]
  readonly bad: readonly TimeRange[]
  readonly uncertain: readonly TimeRange[]
}

/** A state timeline. */
export interface ImageTimeline {
  readonly name: string
  readonly blocks: readonly (TimeRange & StateStyle)[]
  readonly gaps: readonly TimeRange[]
  readonly bad: readonly TimeRange[]
}

/** All that is in a picture of a chart; texts in the language of the page. */
export interface ChartImage {
  readonly title: string
  /** Period, zone and what it is compared with, below the title. */
  readonly lines: readonly string[]
  readonly range: TimeRange
  readonly curves: readonly ImageCurve[]
  readonly timelines: readonly ImageTimeline[]
  /** Of the left and the right axis; null: there is none. */
  readonly axes: readonly [ImageAxis | null, ImageAxis | null]
  readonly limits: readonly ImageLimit[]
  readonly gaps: readonly TimeRange[]
  readonly gapName: string
  /** What curves of the earlier period are called; null: there is none. */
  readonly comparedName: string | null
  readonly badName: string
  readonly uncertainName: string
  readonly spans: readonly ChartSpan[]
  readonly format: Pick<ChartFormat, 'offsetAt' | 'tick' | 'axisValue'>
  /** When it was made, and where. */
  readonly footer: string
}

export interface ImageLimit {
  readonly value: number
  readonly text: string
  /** Name of its colour token; absent: that of limits. */
  readonly colour?: string
}

export interface ImageAxis {
  readonly unit: string
  readonly range: readonly [low: number, high: number]
}

/** How a picture is coloured and set: as the page that it was made on. */
export interface ImageStyle {
  /** The value of a token such as `--surface`. */
  readonly token: (name: string) => string
  readonly fontFamily: string
}

/** A CSS colour; `var(--token)` is looked up. */
export function colourOf({ token }: ImageStyle, colour: string): string {
  const [, name] = /^var\((--[\w-]+)\)$/.exec(colour) ?? []
  return name === undefined ? colour : token(name)
}

/** Size of the texts of a picture, its width and the margin at its sides, in CSS pixels. */
export const imageSize = { text: 12, width: 1_200, margin: 28 } as const

/** How long the name of a timeline may be. */
export const maximumTimelineName = 260

/** Dashes of an earlier period. */
export const comparedDash = [6, 2, 1, 2] as const
