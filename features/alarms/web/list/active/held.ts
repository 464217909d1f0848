import type { Alarm } from '../../../contract/alarm.ts'

/** Why the list stands still: somebody is in it, has scrolled it, or has chosen in it. */
export type Hold = 'touched' | 'scrolled' | 'chosen'

export const noHold: ReadonlySet<Hold> = new Set()

/** The reasons with one more, or without it; the same set where nothing changes. */
export function withHold(holds: ReadonlySet<Hold>, hold: Hold, isThere: boolean) {
  if (holds.has(hold) === isThere) return holds
  return isThere ? new Set([...holds, hold]) : new Set([...holds].filter((each) => each !== hold))
}

/** The answer to one question, which the list holds on to. */
export interface Held {
  /** The question: other filters, or another order, are another one. */
  readonly key: string
  readonly alarms: readonly Alarm[]
}

/**
 * What the list holds on to: while there is a reason, what it had when the first one came, or when
 * something else was asked; null: it follows.
 */
export function heldThen(held: Held | null, holds: ReadonlySet<Hold>, now: Held): Held | null {
  if (holds.size === 0) return null
  return held?.key === now.key ? held : now
}
