import { refusedField } from '#kit/model/calls/errors.ts'
import { fieldError } from '#kit/model/calls/field-errors.ts'

/**
 * 422 for text that the database can not hold, in a value or a name: a NUL character, or half of a
 * surrogate pair. `path` names the field in the failure.
 */
export function assertStorable(value: unknown, path: readonly string[] = []): void {
  if (typeof value === 'string') return assertStorableText(value, path)
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return
  for (const [name, part] of Object.entries(value)) {
    const inner = [...path, name]
    assertStorableText(name, inner)
    assertStorable(part, inner)
  }
}

function assertStorableText(text: string, path: readonly string[]): void {
  if (text.isWellFormed() && !text.includes('\0')) return
  throw refusedField(path.join('.') || 'body', fieldError('unstorable_characters'))
}
