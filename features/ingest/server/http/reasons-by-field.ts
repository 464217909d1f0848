import type { Problem } from '#kit/server/documents/document-value.ts'
import type { FieldErrors } from '#kit/model/calls/errors.ts'
import { fieldError } from '#kit/model/calls/field-errors.ts'

/** What was refused of a document, as a failure says it. */
export function reasonsByField(problems: readonly Problem[]): FieldErrors {
  const fields = Map.groupBy(problems, ({ field }) => field)
  return Object.fromEntries(
    [...fields].map(([field, ofField]) => [
      field,
      ofField.map(({ reason }) => fieldError('document', { reason })),
    ]),
  )
}
