import type { Range } from '#kit/model/time/period.ts'
import { mayRetry } from '#kit/web/calls/query.ts'
import { isOf, type ReceivedReport, type ReportWanted } from './query-report.ts'

/** Replies in whose place a later one could not be had when it was asked for last. */
const overdue = new WeakSet<ReceivedReport>()

/**
 * Since when the shown report says nothing new, ms UTC, where more of its period up to `to` was
 * asked for and did not come; else null.
 */
export const behindSince = (shown: ReceivedReport | undefined, to: number): number | null =>
  shown && overdue.has(shown) && shown.receivedAt < to ? shown.receivedAt : null

/** What came of asking for a report. */
interface ReportOutcome {
  /** Absent where there is none. */
  readonly data: ReceivedReport | undefined
  readonly error: Error | null
}

/**
 * The same, but for a time in which the server is away: a period that goes on is asked for again
 * and again, and that there is no answer for once does not take away what is shown of it. `before`:
 * what was shown last.
 */
export function heldOutcome(
  { data, error }: ReportOutcome,
  before: ReceivedReport | undefined,
  wanted: ReportWanted,
): ReportOutcome {
  if (error && data) overdue.add(data)
  if (!mayRetry(error)) return { data, error }
  const shown = data ?? (isEarlier(before, wanted) ? before : undefined)
  if (shown) overdue.add(shown)
  return { data: shown, error: shown ? null : error }
}

/** An answer comes within so long; until then the present was the end of its period, ms. */
const slowMs = 60_000

/** Whether it is of what is wanted, and of all that was known of that then. */
function isEarlier(reply: ReceivedReport | undefined, wanted: ReportWanted): boolean {
  if (!reply || !isOf(reply.report.sensor, wanted.thing, wanted.sensor)) return false
  return reply.receivedAt - reply.report.to < slowMs && hasMovedTo(reply.report, wanted)
}

/** Whether one range has become the other as time went on: its begin stays, or moves as well. */
export const hasMovedTo = (before: Range, after: Range): boolean =>
  before.from <= after.from &&
  after.from - before.from <= after.to - before.to &&
  after.from < before.to
