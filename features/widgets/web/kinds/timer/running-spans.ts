import { trendWindowMs, type Trend } from '#kit/web/live/index.ts'
import type { StateSpan } from '#kit/ui/values/state-strip.tsx'

/**
 * When a timer ran: stretches in which its total grew, over the trend's window up to `now`;
 * colourless where not known.
 */
export function runningSpans(trend: Trend | undefined, now: number, until: number): StateSpan[] {
  const times = trend?.times() ?? []
  const values = trend?.values() ?? []
  const from = now - trendWindowMs
  const spans: { share: number; colour: string | null }[] = []
  const add = (start: number, end: number, colour: string | null) => {
    const share = (Math.min(end, now) - Math.max(start, from)) / trendWindowMs
    if (share <= 0) return
    const last = spans.at(-1)
    if (last && last.colour === colour) last.share += share
    else spans.push({ share, colour })
  }
  add(from, times[0] ?? now, null)
  let colour: string | null = null
  for (let index = 1; index < times.length; index++) {
    colour = (values[index] ?? 0) > (values[index - 1] ?? 0) ? 'var(--ink-3)' : 'var(--surface)'
    add(times[index - 1] ?? 0, times[index] ?? 0, colour)
  }
  const last = times[times.length - 1]
  if (last !== undefined) add(last, until, colour)
  return spans
}
