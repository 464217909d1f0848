import { useTranslations } from 'use-intl'
import type { FieldError } from '#kit/model/calls/field-errors.ts'

/** Returns a function that gives a field error in the language of the page. */
export function useFieldErrorText(): (error: FieldError) => string {
  const translate = useTranslations('errors.fields')
  return ({ code, parameters }) =>
    // A newer server may have codes that this page does not.
    translate.has(code) ? translate(code, parameters) : translate('not_accepted')
}
