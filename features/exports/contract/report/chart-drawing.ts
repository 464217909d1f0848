import type { ChartData, TimeRange } from '#kit/ui/chart/data/model.ts'
import { valueTicks } from '#kit/ui/chart/data/ticks.ts'
import { extremesWithin, valueRange, within, type Limits } from '#kit/ui/chart/data/value-range.ts'
import { annotationMarks, annotationRoom, type ReportAnnotation } from './annotations.ts'
import { drawingWidth, plotLeft, plotRight, rounded, scaleOf } from './axes.ts'
import { timeAxis, timeAxisHeight } from './axes.ts'
import type { Drawing, Mark } from './document.ts'
import type { ReportFormat } from './format.ts'

const margin = 6
const plotHeight = 144
const badHeight = 4

interface Chart {
  readonly data: ChartData
  readonly range: TimeRange
  readonly limits: Limits
  readonly annotations: readonly ReportAnnotation[]
  readonly words: { readonly upper: string; readonly lower: string }
  readonly format: ReportFormat
  readonly text: string
}

/** The line of a sensor over its period: its gaps, bad readings and limits are seen. */
export function chartDrawing(chart: Chart): Drawing {
  const { data, range, limits, annotations, words, format, text } = chart
  const top = margin + annotationRoom(annotations)
  const bottom = top + plotHeight
  const [low, high] = valueRange(extremesWithin(data.entries, range.from, range.to), limits)
  const x = scaleOf(range)
  const y = (value: number) =>
    bottom - ((within(value, low, high) - low) / (high - low)) * (bottom - top)
  const point = (time: number, value: number) => `${rounded(x(time))} ${rounded(y(value))}`
  const { line, gaps, qualitySpans } = data
  const pathOf = (values: readonly (number | null)[]) => {
    let isOpen = false
    return values
      .map((value, index) => {
        const command = isOpen ? 'L' : 'M'
        isOpen = value !== null
        return value === null ? '' : command + point(line.time[index] ?? 0, value)
      })
      .join('')
  }
  const dots = line.alone.map((index) => {
    const value = line.value[index] ?? line.dotted?.[index] ?? low
    return `M${point((line.time[index] ?? 0) - 1, value)}h1.4`
  })
  const pen = { kind: 'path', tone: 'pen', width: 1 } as const
  const marks: Mark[] = [
    ...gaps.map((gap) => boxOf(gap, { y: top, height: bottom - top, tone: 'gap' as const })),
    ...qualitySpans.bad.map((bad) =>
      boxOf(bad, { y: bottom - badHeight, height: badHeight, tone: 'bad' as const }),
    ),
    ...timeAxis(range, { top, bottom }, format),
    ...valueAxis({ low, high, y, format }),
    ...limitMarks(limits, { low, high, y, words, top }),
    { ...pen, d: pathOf(line.value) },
    ...(line.dotted ? [{ ...pen, d: pathOf(line.dotted), dash: [1.5, 2] as const }] : []),
    ...(dots.length > 0 ? [{ ...pen, d: dots.join(''), width: 1.8 }] : []),
    { kind: 'path', d: `M${plotLeft} ${bottom}H${plotRight}`, tone: 'soft', width: 0.8 },
    ...annotationMarks(annotations, range, { top, bottom }),
  ]
  const drawn = marks.filter((mark) => mark.kind !== 'path' || mark.d !== '')
  return { width: drawingWidth, height: bottom + timeAxisHeight, marks: drawn, text }

  function boxOf(
    { from, to }: TimeRange,
    rest: { readonly y: number; readonly height: number; readonly tone: 'gap' | 'bad' },
  ): Mark {
    const begin = rounded(x(from))
    return { kind: 'box', x: begin, width: Math.max(0.8, rounded(x(to)) - begin), ...rest }
  }
}

interface Scale {
  readonly low: number
  readonly high: number
  readonly y: (value: number) => number
}

function valueAxis({ low, high, y, format }: Scale & { readonly format: ReportFormat }): Mark[] {
  const { values, decimals } = valueTicks(low, high, 5)
  return values.flatMap((value): Mark[] => {
    const at = rounded(y(value))
    return [
      { kind: 'path', d: `M${plotLeft} ${at}H${plotRight}`, tone: 'grid', width: 0.6 },
      {
        ...{ kind: 'text', x: plotLeft - 6, y: at + 3, anchor: 'end', tone: 'soft' },
        text: format.number(value, decimals),
      },
    ]
  })
}

/** Limits that lie within the drawing, with their names. */
function limitMarks(
  limits: Limits,
  { low, high, y, words, top }: Scale & { readonly words: Chart['words']; readonly top: number },
): Mark[] {
  return (['lower', 'upper'] as const).flatMap((side): Mark[] => {
    const limit = limits[side]
    if (limit === null || limit < low || limit > high) return []
    const at = rounded(y(limit))
    return [
      {
        ...{ kind: 'path', d: `M${plotLeft} ${at}H${plotRight}`, tone: 'limit', width: 0.9 },
        dash: [5, 3],
      },
      {
        ...{ kind: 'text', x: plotRight - 3, anchor: 'end', tone: 'limit', text: words[side] },
        y: at > top + 12 ? at - 3 : at + 11,
      },
    ]
  })
}
