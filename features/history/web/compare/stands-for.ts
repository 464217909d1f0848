import type { Range } from '#kit/model/time/period.ts'
import { hasMovedTo } from '../report/held-reply.ts'

/** Named periods grow by no more at once: the week by ten minutes, 30 days by less than an hour. */
const grownAtMostMs = 15 * 60_000
const grownAtMostShare = 0.01

/**
 * Whether a reply may stand for a range while its own is on the way: it is of that range, or of the
 * one that it was before it last moved on with the present.
 */
export function standsFor(reply: Range, wanted: Range): boolean {
  const atMost = Math.max(grownAtMostMs, (wanted.to - wanted.from) * grownAtMostShare)
  return hasMovedTo(reply, wanted) && wanted.to - reply.to <= atMost
}
