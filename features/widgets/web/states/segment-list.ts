import type { StateSegment } from '#kit/ui/values/state-timeline.tsx'

/** ms UTC */
interface Span {
  readonly from: number
  readonly to: number
}

/** Where it was not good, each oldest first. */
interface FlaggedSpans {
  readonly bad: readonly Span[]
  readonly uncertain: readonly Span[]
}

/**
 * Collects the segments of a window of `windowMs` up to `now` (ms UTC), oldest first, with what was
 * not good within it, whatever is added of that time. What was bad has no colour.
 */
export function createSegmentList(windowMs: number, now: number, { bad, uncertain }: FlaggedSpans) {
  const segments: {
    share: number
    colour: string | null
    quality: StateSegment['quality']
  }[] = []
  const append = ({ from, to }: Span, colour: string | null, quality: StateSegment['quality']) => {
    const share = (Math.min(to, now) - Math.max(from, now - windowMs)) / windowMs
    if (share <= 0) return
    const last = segments.at(-1)
    if (last && last.colour === colour && last.quality === quality) last.share += share
    else segments.push({ share, colour, quality })
  }
  return {
    segments: segments as readonly StateSegment[],
    /** What lies outside the window is cut off; two of one look become one. */
    add(from: number, to: number, colour: string | null): void {
      for (const piece of cut({ from, to }, bad))
        if (piece.isWithin) append(piece, null, 'bad')
        else
          for (const each of cut(piece, uncertain))
            append(each, colour, each.isWithin ? 'uncertain' : null)
    },
  }
}

/** A span in pieces, in their order: those within one of `others`, and those between them. */
function cut({ from, to }: Span, others: readonly Span[]): (Span & { isWithin: boolean })[] {
  const pieces: (Span & { isWithin: boolean })[] = []
  let at = from
  for (const other of others) {
    const [start, end] = [Math.max(at, other.from), Math.min(to, other.to)]
    if (end <= start) continue
    pieces.push({ from: at, to: start, isWithin: false }, { from: start, to: end, isWithin: true })
    at = end
  }
  return [...pieces, { from: at, to, isWithin: false }]
}
