import type { CommandTarget, CommandValue } from '#kit/model/device-command.ts'
import { fieldError, type FieldError } from '#kit/model/calls/field-errors.ts'
import { maximumTextLength } from '#kit/model/limits.ts'

type Taken = Pick<CommandTarget, 'type' | 'minimum' | 'maximum'>

const expected = {
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  text: 'a text',
  trigger: 'true',
} as const satisfies Record<CommandTarget['type'], string>

/** Why a target does not take a value; null when it does. */
export function valueProblem(target: Taken, value: CommandValue): FieldError | null {
  const { type, minimum, maximum } = target
  if (!isOfType(type, value)) return fieldError('wrong_type', { expected: expected[type] })
  if (typeof value === 'string' && value.length > maximumTextLength)
    return fieldError('too_long', { maximum: maximumTextLength })
  if (typeof value !== 'number') return null
  if (minimum !== null && value < minimum) return fieldError('too_small', { minimum })
  if (maximum !== null && value > maximum) return fieldError('too_large', { maximum })
  return null
}

function isOfType(type: CommandTarget['type'], value: CommandValue): boolean {
  if (type === 'number') return typeof value === 'number' && Number.isFinite(value)
  if (type === 'integer') return Number.isSafeInteger(value)
  if (type === 'boolean') return typeof value === 'boolean'
  if (type === 'text') return typeof value === 'string' && value.isWellFormed()
  return value === true
}
