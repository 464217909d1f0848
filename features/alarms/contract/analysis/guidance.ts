/**
 * What published guidance says of alarms that one operator can handle: ANSI/ISA-18.2-2016, clause
 * 16 (performance metrics), and EEMUA publication 191, third edition, which name the same figures.
 */
export const guidance = {
  /** Alarms in ten minutes on average, for one operator. */
  meanRate: 1,
  /** From so many alarms in ten minutes on, for one operator, it is a flood. */
  floodFrom: 10,
  /** Below this share of the time. */
  floodShare: 0.01,
  /** Share of all alarms that the ten most frequent sources have, at most. */
  topTenShare: 0.05,
  chattering: 0,
  /** Below so many at any time. */
  stale: 5,
  /** Of priority 1, 2 and 3. */
  priorityShares: [0.05, 0.15, 0.8],
  /** A share within so much of its guide counts as near it; of our own choice. */
  priorityTolerance: 0.05,
} as const

export const rateWindowMs = 600_000
/** Chattering: three alarms of a source or more, from the first to the last in less than this. */
export const chatterMs = 60_000
/** Shown for longer than this an alarm is stale. */
export const staleMs = 86_400_000
