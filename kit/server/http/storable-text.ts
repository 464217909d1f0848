import { refusedField } from '#kit/model/calls/errors.ts'
import { fieldError } from '#kit/model/calls/field-errors.ts'

/**
 * 422 for text that the database can not hold: a NUL character, or half of a surrogate pair. `path`
 * names the field in the failure.
 */
export function assertStorable(value: unknown, path: readonly string[] = []): void {
  if (typeof value === 'string') {
    if (value.isWellFormed() && !value.includes('\0')) return
    throw refusedField(path.join('.') || 'body', fieldError('unstorable_characters'))
  }
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return
  for (const [name, part] of Object.entries(value)) assertStorable(part, [...path, name])
}
