import { textWidth } from '#kit/model/text/text-width.ts'
import type { TimeRange } from '#kit/ui/chart/data/model.ts'
import { plotLeft, plotRight, rounded, scaleOf } from './axes.ts'
import type { Block, Mark } from './document.ts'
import type { ReportFormat } from './format.ts'
import { notListedBlock } from './not-listed.ts'
import type { ReportWords } from './words.ts'

/** Annotations of a sensor that a report draws and lists; of more the newest. */
const maximumAnnotations = 60

/** What was said about a moment of a sensor (`to` is `from`) or a span of time, ms UTC. */
export interface ReportAnnotation extends TimeRange {
  readonly text: string
  /** Who wrote it; null: an account that is gone. */
  readonly author: string | null
}

/** Those of one sensor that reach into the period of a report, oldest first. */
export interface SensorAnnotations {
  readonly list: readonly ReportAnnotation[]
  /** Whether there are older ones beside them. */
  readonly isCut: boolean
}

interface Context {
  readonly words: ReportWords
  readonly format: ReportFormat
}

/** Those that a report draws and lists, each by its place in the list, from 1. */
export const shownAnnotations = ({ list }: SensorAnnotations): readonly ReportAnnotation[] =>
  list.slice(-maximumAnnotations)

/** The list of them, with the numbers that they have in the drawing. */
export function annotationBlocks(annotations: SensorAnnotations, context: Context): Block[] {
  const { words, format } = context
  const shown = shownAnnotations(annotations)
  if (shown.length === 0) return []
  const rows = shown.map(({ from, to, text, author }, index) => [
    `${index + 1} · ${from === to ? format.moment(from) : format.span(from, to)}`,
    text,
    author ?? words.deletedAccount,
  ])
  const others = annotations.list.length - shown.length
  return [
    {
      ...{ kind: 'table', name: words.annotations, words: 3, rows },
      head: [words.annotations, words.text, words.author],
    },
    ...notListedBlock(others, context, annotations.isCut),
  ]
}

const numberSize = 10
/** What the numbers of annotations take above a plot. */
export const annotationRoom = (annotations: readonly ReportAnnotation[]) =>
  annotations.length > 0 ? numberSize + 3 : 0

/** Their numbers above a plot that begins at `top`, with a line down from where each begins. */
export function annotationMarks(
  annotations: readonly ReportAnnotation[],
  range: TimeRange,
  { top, bottom }: { readonly top: number; readonly bottom: number },
): Mark[] {
  const x = scaleOf(range)
  const lines = new Set<string>()
  const spans: Mark[] = []
  for (const { from, to } of annotations) {
    const [begin, end] = [rounded(x(from)), rounded(x(to))]
    if (from >= range.from) lines.add(`M${begin} ${top - 2}V${bottom}`)
    if (end > begin) spans.push({ ...span, d: `M${begin} ${top - 1}H${end}` })
  }
  const down = { kind: 'path', tone: 'soft', width: 0.8, dash: [2, 2] } as const
  return [
    ...(lines.size > 0 ? [{ ...down, d: [...lines].join('') }] : []),
    ...spans,
    ...numbersOf(annotations.map(({ from }) => x(from))).map(({ at, text }): Mark => ({
      ...{ kind: 'text', y: top - 4, anchor: anchorOf(at, text), tone: 'ink', text },
      x: rounded(at),
    })),
  ]
}

const span = { kind: 'path', tone: 'soft', width: 2 } as const

/** Numbers that would lie upon each other are one: `3–5`. */
function numbersOf(places: readonly number[]): { readonly at: number; readonly text: string }[] {
  const groups: { at: number; first: number; last: number }[] = []
  for (const [index, at] of places.entries()) {
    const group = groups.at(-1)
    if (group && at - group.at < textWidth(`${group.first}–${index + 1}`, numberSize) + 4)
      group.last = index + 1
    else groups.push({ at, first: index + 1, last: index + 1 })
  }
  return groups.map(({ at, first, last }) => ({
    at,
    text: first === last ? String(first) : `${first}–${last}`,
  }))
}

/** Beside the ends of a plot a number stays in the drawing. */
function anchorOf(at: number, text: string): 'start' | 'middle' | 'end' {
  const half = textWidth(text, numberSize) / 2
  if (at - half < plotLeft) return 'start'
  return at + half > plotRight ? 'end' : 'middle'
}
