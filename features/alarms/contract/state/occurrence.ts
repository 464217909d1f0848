/**
 * The life of one alarm, from the moment when its condition came until it needs nobody any more,
 * after ANSI/ISA-18.2-2016, figure 3 (alarm state transitions).
 */
export interface Occurrence {
  /** Whether its condition is there. */
  readonly isPresent: boolean
  readonly isAcknowledged: boolean
  /** Of a latching rule: it stays after its condition has passed, until somebody resets it. */
  readonly isLatching: boolean
  /** Why it is shown to nobody; null: it is shown. */
  readonly hidden: HiddenReason | null
  readonly isEnded: boolean
}

/** By a person for a while, by another alarm, or because the sensor is under repair. */
export type HiddenReason = 'shelved' | 'suppressed' | 'out_of_service'

export type OccurrenceStep =
  /** Its condition has passed. */
  | { readonly type: 'return' }
  /** Its condition came again, and another occurrence takes its place. */
  | { readonly type: 'supersede' }
  | { readonly type: 'acknowledge' }
  | { readonly type: 'reset' }
  | { readonly type: 'hide'; readonly reason: HiddenReason }
  | { readonly type: 'show' }
  /** Its rule or its sensor is gone, or the rule is another one now. */
  | { readonly type: 'withdraw' }

/** Why a step is not possible. */
export type RefusedStep =
  | 'ended'
  | 'not_present'
  | 'still_present'
  | 'already_acknowledged'
  | 'not_acknowledged'
  | 'not_latched'
  | 'not_hidden'

export type OccurrencePhase = 'unacknowledged' | 'acknowledged' | 'returned' | 'latched' | 'ended'

/** What an alarm is when its condition comes. `isJournal`: it is recorded and asks for nobody. */
export function begin(options: {
  readonly isLatching: boolean
  readonly isJournal: boolean
  readonly hidden: HiddenReason | null
}): Occurrence {
  return {
    isPresent: true,
    isAcknowledged: options.isJournal,
    isLatching: options.isLatching && !options.isJournal,
    hidden: options.hidden,
    isEnded: false,
  }
}

/** The state that ISA-18.2 names; `returned` is its "return to normal, unacknowledged". */
export function phaseOf(occurrence: Occurrence): OccurrencePhase {
  if (occurrence.isEnded) return 'ended'
  if (occurrence.isPresent) return occurrence.isAcknowledged ? 'acknowledged' : 'unacknowledged'
  return occurrence.isLatching ? 'latched' : 'returned'
}

/** What comes of a step, or why it is not possible; nothing changes then. */
export function step(
  occurrence: Occurrence,
  { type, ...rest }: OccurrenceStep,
): Occurrence | RefusedStep {
  if (occurrence.isEnded) return 'ended'
  switch (type) {
    case 'return':
      return occurrence.isPresent ? returned(occurrence) : 'not_present'
    case 'supersede':
      return occurrence.isPresent ? 'still_present' : ended(occurrence)
    case 'acknowledge':
      return acknowledged(occurrence)
    case 'reset':
      return reset(occurrence)
    case 'hide':
      return 'reason' in rest ? hide(occurrence, rest.reason) : occurrence
    case 'show':
      return occurrence.hidden === null ? 'not_hidden' : { ...occurrence, hidden: null }
    case 'withdraw':
      return ended({ ...occurrence, isPresent: false })
  }
}

const ended = (occurrence: Occurrence): Occurrence => ({ ...occurrence, isEnded: true })

/** What nobody was shown, or somebody has acknowledged, ends with its condition. */
function returned(occurrence: Occurrence): Occurrence {
  const next = { ...occurrence, isPresent: false }
  if (occurrence.hidden !== null) return ended(next)
  return occurrence.isAcknowledged && !occurrence.isLatching ? ended(next) : next
}

function acknowledged(occurrence: Occurrence): Occurrence | RefusedStep {
  if (occurrence.isAcknowledged) return 'already_acknowledged'
  const next = { ...occurrence, isAcknowledged: true }
  return occurrence.isPresent || occurrence.isLatching ? next : ended(next)
}

function reset(occurrence: Occurrence): Occurrence | RefusedStep {
  if (!occurrence.isLatching) return 'not_latched'
  if (occurrence.isPresent) return 'still_present'
  return occurrence.isAcknowledged ? ended(occurrence) : 'not_acknowledged'
}

/** What waits only for somebody to see it ends when it is hidden. */
function hide(occurrence: Occurrence, reason: HiddenReason): Occurrence {
  const next = { ...occurrence, hidden: reason }
  return occurrence.isPresent ? next : ended(next)
}
