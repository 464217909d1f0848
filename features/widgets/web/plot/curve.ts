import type { Span } from '#kit/web/live/index.ts'

/** What one sensor reported in the recent past. Times in ms UTC, oldest first. */
export interface Curve {
  readonly times: ArrayLike<number>
  readonly values: ArrayLike<number>
  /** A silence longer than this is a gap: no line is drawn across it. */
  readonly gapMs: number
  readonly bad: readonly Span[]
}

/** A span of time without a line, ms UTC. */
export interface Column {
  readonly from: number
  readonly to: number
  readonly kind: 'gap' | 'bad'
}

/** Places in the units of the drawing. */
export interface Places {
  x(time: number): number
  y(value: number): number
}

/** Whether the line is interrupted between the point at `index` and the one before it. */
function isBroken({ times, gapMs, bad }: Curve, index: number): boolean {
  const [before, time] = [times[index - 1] ?? 0, times[index] ?? 0]
  return time - before > gapMs || bad.some(({ from }) => from > before && from < time)
}

/** The first point that a window from `from` needs: the line comes in from outside. */
function firstShown({ times }: Curve, from: number): number {
  let index = 0
  while (index + 1 < times.length && (times[index + 1] ?? 0) <= from) index++
  return index
}

/** The path of a line, interrupted where nothing or nothing good was read; `from` in ms UTC. */
export function curvePath(curve: Curve, from: number, { x, y }: Places): string {
  const { times, values } = curve
  const first = firstShown(curve, from)
  let path = ''
  let wasAlone = false
  for (let index = first; index < times.length; index++) {
    const begins = index === first || isBroken(curve, index)
    const place = `${x(times[index] ?? 0).toFixed(1)} ${y(values[index] ?? 0).toFixed(1)}`
    // A point between two interruptions is a dot.
    if (begins && wasAlone) path += 'h0'
    path += `${begins ? 'M' : 'L'}${place}`
    wasAlone = begins
  }
  return wasAlone && path !== '' ? `${path}h0` : path
}

/**
 * Where a line is interrupted within `from`..`to`, oldest first. What is bad lasts until the next
 * good reading; `to` while there is none.
 */
export function columnsOf(curve: Curve, from: number, to: number): readonly Column[] {
  const { times, bad, gapMs } = curve
  const columns: Column[] = markedSpans(times, bad, to).map((span) => ({ ...span, kind: 'bad' }))
  for (let index = 1; index < times.length; index++) {
    const [before, time] = [times[index - 1] ?? 0, times[index] ?? 0]
    const isBad = columns.some((column) => column.from > before && column.from < time)
    if (time - before > gapMs && !isBad) columns.push({ from: before, to: time, kind: 'gap' })
  }
  return columns
    .filter((column) => column.to > from && column.from < to)
    .map((column) => ({
      ...column,
      from: Math.max(from, column.from),
      to: Math.min(to, column.to),
    }))
    .toSorted((one, other) => one.from - other.from)
}

/** Where readings were bad, at the height of the last good one; `from` and `to` in ms UTC. */
export function badPath(curve: Curve, from: number, to: number, { x, y }: Places): string {
  const { times, values } = curve
  return columnsOf(curve, from, to)
    .filter(({ kind }) => kind === 'bad')
    .map((column) => {
      const next = Array.from(times).findIndex((time) => time > column.from)
      const height = values[next > 0 ? next - 1 : next < 0 ? times.length - 1 : 0] ?? 0
      return `M${x(column.from).toFixed(1)} ${y(height).toFixed(1)}H${x(column.to).toFixed(1)}`
    })
    .join('')
}

/** What is bad lasts until the next usable reading; `end` (ms UTC) while there is none. */
export function markedSpans(
  times: ArrayLike<number>,
  bad: readonly Span[],
  end: number,
): readonly Span[] {
  return bad.map(({ from, to }) => ({ from, to: nextAfter(times, to) ?? end }))
}

function nextAfter(times: ArrayLike<number>, time: number): number | undefined {
  for (let index = times.length - 1; index >= 0; index--)
    if ((times[index] ?? 0) <= time) return times[index + 1]
  return times[0]
}
