import type { Sensor } from '#kit/model/sensor.ts'
import { isOn, lampColourOf, meaningOf } from '#kit/model/states.ts'
import type { TimeRange } from '#kit/ui/chart/data/model.ts'
import type { Segment } from '#kit/ui/chart/data/segments.ts'
import { textWidth } from '#kit/model/text/text-width.ts'
import { annotationMarks, annotationRoom, type ReportAnnotation } from './annotations.ts'
import { drawingWidth, plotLeft, plotRight, rounded, scaleOf } from './axes.ts'
import { timeAxis, timeAxisHeight } from './axes.ts'
import type { Drawing, Mark, Tone } from './document.ts'
import type { ReportFormat } from './format.ts'
import type { ReportWords } from './words.ts'

const margin = 6
const plotHeight = 28

/** How a state is called and drawn; null: several within one column. */
export interface StateStyle {
  readonly tone: Tone
  readonly name: string
}

/** A lamp has the colour that was configured or sent; a detector is on or off. */
export function stateStyle(
  sensor: Sensor,
  words: ReportWords,
): (state: string | null) => StateStyle {
  return (state) => {
    if (state === null) return { tone: 'changing', name: words.changing }
    const word = meaningOf(sensor, state)?.word
    if (sensor.type === 'lamp') {
      const colour = lampColourOf(sensor, state)
      const isCode = colour === null || !Number.isNaN(Number(state))
      return {
        tone: `lamp-${colour ?? 'grey'}`,
        name: word ?? (isCode ? state : words.colours[colour]),
      }
    }
    const on = isOn(state)
    return { tone: on ? 'on' : 'off', name: word ?? (on ? words.on : words.off) }
  }
}

interface StateTimeline {
  readonly segments: readonly Segment[]
  readonly gaps: readonly TimeRange[]
  readonly bad: readonly TimeRange[]
  readonly annotations: readonly ReportAnnotation[]
  readonly range: TimeRange
  readonly styleOf: (state: string | null) => StateStyle
  readonly format: ReportFormat
  readonly text: string
}

/** The states of a sensor over its period as a timeline; where they are unknown it has a gap. */
export function stateDrawing(timeline: StateTimeline): Drawing {
  const { segments, gaps, bad, range, annotations, styleOf, format, text } = timeline
  const x = scaleOf(range)
  const top = margin + annotationRoom(annotations)
  const bottom = top + plotHeight
  const boxOf = ({ from, to }: TimeRange, tone: Tone): Mark => {
    const begin = rounded(x(from))
    const width = Math.max(0.4, rounded(x(to)) - begin)
    return { kind: 'box', x: begin, y: top, width, height: bottom - top, tone }
  }
  const marks: Mark[] = [
    ...timeAxis(range, { top, bottom }, format),
    ...gaps.map((gap) => boxOf(gap, 'gap')),
    ...bad.map((span) => boxOf(span, 'bad')),
    ...segments.map((segment) => boxOf(segment, styleOf(segment.state).tone)),
    ...divisions(segments, { x, top, bottom }, styleOf),
    ...segments.flatMap((segment) => stateWord(segment, { x, top, bottom }, styleOf)),
    { kind: 'path', tone: 'soft', width: 0.6, d: frame({ top, bottom }) },
    ...annotationMarks(annotations, range, { top, bottom }),
  ]
  return { width: drawingWidth, height: bottom + timeAxisHeight, marks, text }
}

/** Where the timeline lies. */
interface Plot {
  readonly x: (time: number) => number
  readonly top: number
  readonly bottom: number
}
type StyleOf = StateTimeline['styleOf']

/** Lines nearer to each other would hide what they divide. */
const minimumApart = 3

/** Lines of ground between states that are drawn alike. */
function divisions(
  segments: readonly Segment[],
  { x, top, bottom }: Plot,
  styleOf: StyleOf,
): Mark[] {
  let last = -Infinity
  return segments.flatMap(({ from, state }, index): Mark[] => {
    const before = segments[index - 1]
    if (before?.to !== from || styleOf(before.state).tone !== styleOf(state).tone) return []
    const at = rounded(x(from))
    if (at - last < minimumApart) return []
    last = at
    const tone = styleOf(state).tone === 'lamp-white' ? 'grid' : 'paper'
    return [{ kind: 'path', tone, width: 1, d: `M${at} ${top}V${bottom}` }]
  })
}

const wordSize = 10

/** The word of a state, on ground of its own, where it has room. */
function stateWord(
  { from, to, state }: Segment,
  { x, top, bottom }: Plot,
  styleOf: StyleOf,
): Mark[] {
  if (state === null) return []
  const { name: text } = styleOf(state)
  const left = rounded(x(from))
  const width = rounded(textWidth(text, wordSize)) + 6
  if (x(to) - left < width + 8) return []
  const plate = { x: left + 4, y: top + 7, width, height: 14, tone: 'paper' as const }
  return [
    { kind: 'box', ...plate },
    { kind: 'text', x: left + 7, y: bottom - 10.5, anchor: 'start', tone: 'ink', text },
  ]
}

const frame = ({ top, bottom }: Pick<Plot, 'top' | 'bottom'>) =>
  `M${plotLeft} ${top}H${plotRight}V${bottom}H${plotLeft}Z`
