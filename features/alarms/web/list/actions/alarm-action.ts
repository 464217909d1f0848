import { call } from '#kit/web/calls/call.ts'
import {
  acknowledgeAlarms,
  assignAlarms,
  maximumNamedAlarms,
  resetAlarms,
  shelveAlarms,
} from '../../../contract/routes.ts'

/** Minutes, or until a shift ends, or until the alarm that is there has passed. */
export type ShelfTime = number | ShiftEnd | 'passed'
/** The end of a shift as it was read, ms UTC: the server shelves nothing to another one. */
export interface ShiftEnd {
  readonly shiftEnd: number
}

/** What a person does with alarms. */
export type AlarmAction =
  | { readonly kind: 'acknowledge'; readonly comment: string }
  | { readonly kind: 'reset' }
  | { readonly kind: 'take' }
  | { readonly kind: 'give_back' }
  | { readonly kind: 'shelve'; readonly time: ShelfTime; readonly reason: string }

/** What became of the alarms. */
export interface ActionOutcome {
  readonly done: readonly number[]
  readonly refused: readonly { readonly id: number; readonly reason: string }[]
}

type Refused = ActionOutcome['refused'][number]

/** Whether the end of the shift that was named is not that of the present one by now. */
export const refusesShiftEnd = ({ refused }: ActionOutcome): boolean =>
  refused.some(({ reason }) => reason === 'shift_over')

/** What another try may help with: another time, or a server that answers. */
const mayHelp = new Set(['shift_over', 'unanswered'])

/** Those of the alarms with which something is left to do. */
export function leftAfter({ refused }: ActionOutcome, ids: readonly number[]): readonly number[] {
  const left = new Set(refused.flatMap(({ id, reason }) => (mayHelp.has(reason) ? [id] : [])))
  return ids.filter((id) => left.has(id))
}

/** Why it was refused, each reason once, with for how many. */
export function reasonsOf({ refused }: ActionOutcome) {
  const alike = Map.groupBy(refused, ({ reason }) => reason)
  return [...alike].map(([reason, { length: count }]) => ({ reason, count }))
}

/**
 * Does it with all of these alarms, in as many calls as they need, one after the other. Throws
 * where one fails; `onInterrupted` gets first what came of those in the calls before it, and
 * that the others are without an answer (`unanswered`).
 */
export async function performAction(
  action: AlarmAction,
  ids: readonly number[],
  onInterrupted: (outcome: ActionOutcome) => void = () => {},
): Promise<ActionOutcome> {
  const done: number[] = []
  const refused: Refused[] = []
  for (let first = 0; first < ids.length; first += maximumNamedAlarms) {
    try {
      const answer = await askFor(action, ids.slice(first, first + maximumNamedAlarms))
      done.push(...answer.done)
      refused.push(...answer.refused)
    } catch (error) {
      const unanswered = ids.slice(first).map((id) => ({ id, reason: 'unanswered' }))
      if (first > 0) onInterrupted({ done, refused: [...refused, ...unanswered] })
      throw error
    }
  }
  return { done, refused }
}

async function askFor(action: AlarmAction, ids: number[]): Promise<ActionOutcome> {
  switch (action.kind) {
    case 'acknowledge':
      return (await call(acknowledgeAlarms, { body: { ids, comment: action.comment } })).data
    case 'reset':
      return (await call(resetAlarms, { body: { ids, comment: '' } })).data
    case 'take':
    case 'give_back':
      return (await call(assignAlarms, { body: { ids, isMine: action.kind === 'take' } })).data
    case 'shelve': {
      const { time, reason } = action
      const minutes = typeof time === 'number' ? time : null
      const shiftEnd = typeof time === 'object' ? time.shiftEnd : null
      const ends = { isOneShot: time === 'passed', shiftEnd }
      const body = { ids, minutes, ...ends, reason }
      return (await call(shelveAlarms, { body })).data
    }
  }
}
