import type { ShelfTime } from './alarm-action.ts'

/** What a radio button stands for: equal for the ends of all shifts. */
export type ShelfChoice = number | 'shift' | 'passed'

/** What is offered while the present shift ends at `end` (ms UTC); null: there are no shifts. */
export function shelfTimes(end: number | null): readonly ShelfTime[] {
  return [5, 15, 60, ...(end === null ? [] : [{ shiftEnd: end }]), 'passed']
}

export const choiceOf = (time: ShelfTime): ShelfChoice =>
  typeof time === 'object' ? 'shift' : time

/**
 * Whether what somebody chose is offered still. The end of a shift is not once the shift is over:
 * that of the next one is another choice, which nobody has made.
 */
export const isOffered = (time: ShelfTime | null, end: number | null): boolean =>
  time !== null && (typeof time !== 'object' || time.shiftEnd === end)
