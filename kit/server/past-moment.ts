import { refusedField } from '#kit/model/calls/errors.ts'
import { fieldError } from '#kit/model/calls/field-errors.ts'

/** Clocks differ by a moment: what lies no further ahead than this is the present. */
const presentMs = 5_000

/** Refuses a moment of the future (ms UTC) that was asked for in `field`. */
export function requirePast(field: string, at: number, now: number): void {
  if (at > now + presentMs) throw refusedField(field, fieldError('in_future'))
}
