import type { ChartLevel } from '#kit/ui/chart/data/levels.ts'
import type { TimeRange } from '#kit/ui/chart/data/model.ts'
import {
  leadingSpan,
  spanGroups,
  type ChartMarks,
  type ChartSpan,
} from '#kit/ui/chart/data/spans.ts'
import { placeIn, type ValueAxis } from '../axis.ts'

/** Marks are joined as in a plot this wide, CSS pixels: few are narrower where they have room. */
const usualWidth = 320
/** Names of lines that are closer than this part of the height would lie on each other. */
const nameHeight = 0.13
/** Spans that are shown in words. */
const maximumRemarks = 6

/** A span in view; places from 0, the beginning of the plot, to 1. */
export interface OverlaySpan {
  readonly left: number
  readonly width: number
  readonly colour: string
  readonly isHollow: boolean
}

/** Hollow ones closer than this part of the width are drawn once: else they would be a hatch. */
const hollowDistance = 0.03

/** Of these the newest, at most `maximum`. */
export function overlaySpans(
  spans: readonly ChartSpan[],
  { from, to }: TimeRange,
  maximum: number,
): readonly OverlaySpan[] {
  const place = (time: number) => Math.min(1, Math.max(0, (time - from) / (to - from)))
  let lastHollow = -Infinity
  return shownOf(spans, { from, to })
    .map(({ from: begin, to: end, colour, isHollow = false }) => {
      const left = place(begin)
      return { left, width: place(end) - left, colour, isHollow }
    })
    .filter(({ left, isHollow }) => {
      const isApart = !isHollow || left - lastHollow >= hollowDistance
      if (isHollow && isApart) lastHollow = left
      return isApart
    })
    .slice(-maximum)
}

/** The sign of spans that begin close to each other, and what they say, one a line. */
export interface OverlayMark {
  readonly left: number
  readonly sign: string
  readonly colour: string
  readonly label: string
}

/** The newest, at most `maximum`. */
export function overlayMarks(
  spans: readonly ChartSpan[],
  range: TimeRange,
  maximum: number,
): readonly OverlayMark[] {
  return spanGroups(spans, range, usualWidth)
    .slice(-maximum)
    .map(({ x, spans: group }) => {
      const { sign, colour } = leadingSpan(group)
      const label = group.map((span) => span.label).join('\n')
      const more = group.length === 1 ? '' : '+'
      return { left: x / usualWidth, sign: `${sign}${more}`, colour, label }
    })
}

/** What is in view, in the order of time. */
export function shownOf(
  spans: readonly ChartSpan[],
  { from, to }: TimeRange,
): readonly ChartSpan[] {
  return spans
    .filter((span) => span.to >= from && span.from <= to)
    .toSorted((one, other) => one.from - other.from)
}

/** A line of a level; `top` is 0 at the upper end of the scale, 1 at the lower one. */
export interface OverlayLevel {
  readonly top: number
  readonly colour: string
  /** Empty where the name of another one stands. */
  readonly name: string
}

/** Those within the scale, from the top down, at most `maximum`. */
export function overlayLevels(
  levels: readonly ChartLevel[],
  axis: ValueAxis,
  maximum: number,
): readonly OverlayLevel[] {
  let named = -Infinity
  return levels
    .map(({ value, colour, label }) => ({ top: 1 - placeIn(axis, value), colour, name: label }))
    .filter(({ top }) => top >= 0 && top <= 1)
    .toSorted((one, other) => one.top - other.top)
    .slice(0, maximum)
    .map((level) => {
      const hasRoom = level.top - named >= nameHeight
      if (hasRoom) named = level.top
      return hasRoom ? level : { ...level, name: '' }
    })
}

/** What is marked in words: the lines, then the spans in view, the newest last. */
export function remarksOf(
  { spans, levels }: Pick<ChartMarks, 'spans' | 'levels'>,
  range: TimeRange,
): readonly string[] {
  const shown = shownOf(spans, range).slice(-maximumRemarks)
  return [...levels, ...shown].map(({ label }) => label)
}
