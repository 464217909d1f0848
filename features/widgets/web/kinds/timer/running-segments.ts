import { trendWindowMs, type Trend } from '#kit/web/live/index.ts'
import type { StateSegment } from '#kit/ui/values/state-timeline.tsx'
import { markedSpans } from '../../plot/curve.ts'
import { createSegmentList } from '../../states/segment-list.ts'

/**
 * When a timer ran: spans in which its total grew, over the trend's window up to `now`;
 * colourless where not known, and marked where it was bad or uncertain.
 */
export function runningSegments(
  trend: Trend | undefined,
  now: number,
  until: number,
): readonly StateSegment[] {
  const times = trend?.times() ?? []
  const values = trend?.values() ?? []
  const { segments, add } = createSegmentList(trendWindowMs, now, {
    bad: markedSpans(times, trend?.badSpans() ?? [], until),
    uncertain: markedSpans(times, trend?.uncertainSpans() ?? [], until),
  })
  add(now - trendWindowMs, times[0] ?? now, null)
  let colour: string | null = null
  for (let index = 1; index < times.length; index++) {
    colour = (values[index] ?? 0) > (values[index - 1] ?? 0) ? 'var(--ink-3)' : 'var(--surface)'
    add(times[index - 1] ?? 0, times[index] ?? 0, colour)
  }
  const last = times[times.length - 1]
  if (last !== undefined) add(last, until, colour)
  return segments
}
