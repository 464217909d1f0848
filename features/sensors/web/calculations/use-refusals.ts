import { useState } from 'react'
import { fieldError, type FieldError } from '#kit/model/calls/field-errors.ts'
import { ApiError } from '#kit/web/calls/api-error.ts'
import { useFieldErrorText } from '#kit/web/texts/use-field-error-text.ts'

/** What the server refuses of the one calculation of a form, field by field. */
export function useRefusals() {
  const textOf = useFieldErrorText()
  const [refused, setRefused] = useState<Readonly<Record<string, FieldError>>>({})
  return {
    of(field: string): string | null {
      const error = refused[field]
      return error ? textOf(error) : null
    },
    clear: () => setRefused({}),
    refuse: (field: string, code: 'required' | 'repeated') =>
      setRefused({ [field]: fieldError(code) }),
    /** Whether the failure names fields, which show it. */
    take(error: unknown): boolean {
      if (!(error instanceof ApiError)) return false
      const found = Object.entries(error.errors).flatMap(([path, [reason]]) =>
        reason ? [[path.replace(/^calculations\.0\./, ''), reason] as const] : [],
      )
      setRefused(Object.fromEntries(found))
      return found.length > 0
    },
  }
}
