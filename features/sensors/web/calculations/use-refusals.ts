import { useState } from 'react'
import { fieldError, type FieldError } from '#kit/model/calls/field-errors.ts'
import { ApiError } from '#kit/web/calls/api-error.ts'
import { errorsElsewhere } from '#kit/web/calls/errors-elsewhere.ts'
import { useFieldErrorText } from '#kit/web/texts/use-field-error-text.ts'
import { drawnFields, type CalculationEntries } from './entries.ts'

type Refused = Readonly<Record<string, FieldError>>

/** What the server refuses of the one calculation of a form, by the fields of the form. */
export function refusedOf(error: unknown): Refused {
  if (!(error instanceof ApiError)) return {}
  return Object.fromEntries(
    Object.entries(error.errors).flatMap(([path, [reason]]) =>
      reason ? [[path.replace(/^calculations\.0\./, ''), reason] as const] : [],
    ),
  )
}

/** What is said of what was refused: at each field that the form draws, and above them. */
export function refusals(refused: Refused, textOf: (error: FieldError) => string) {
  const texts = Object.entries(refused).map(([path, error]) => [path, textOf(error)] as const)
  return {
    of: (field: string): string | null =>
      texts.find(([path]) => path === field || path.startsWith(`${field}.`))?.[1] ?? null,
    elsewhere: (entries: CalculationEntries) =>
      errorsElsewhere(new Map(texts), drawnFields(entries)),
  }
}

/** What the server refuses of the one calculation of a form, field by field. */
export function useRefusals() {
  const textOf = useFieldErrorText()
  const [refused, setRefused] = useState<Refused>({})
  return {
    ...refusals(refused, textOf),
    clear: () => setRefused({}),
    refuse: (field: string, code: 'required' | 'repeated') =>
      setRefused({ [field]: fieldError(code) }),
    /** Whether the failure names what was refused, which the form then shows. */
    take(error: unknown): boolean {
      const found = refusedOf(error)
      setRefused(found)
      return Object.keys(found).length > 0
    },
  }
}
