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

/** Whether the end of the shift that was named is not that of the present one by now. */
export const refusesShiftEnd = ({ refused }: ActionOutcome): boolean =>
  refused.some(({ reason }) => reason === 'shift_over')

/** Does it with all of these alarms, in as many calls as they need, one after the other. */
export async function performAction(
  action: AlarmAction,
  ids: readonly number[],
): Promise<ActionOutcome> {
  const outcomes: ActionOutcome[] = []
  for (let first = 0; first < ids.length; first += maximumNamedAlarms)
    outcomes.push(await askFor(action, ids.slice(first, first + maximumNamedAlarms)))
  return {
    done: outcomes.flatMap(({ done }) => done),
    refused: outcomes.flatMap(({ refused }) => refused),
  }
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
