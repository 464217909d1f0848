import type { FieldErrors } from '#kit/model/calls/errors.ts'
import { useFieldErrorText } from '#kit/web/texts/use-field-error-text.ts'
import { useNamed } from '#kit/web/texts/use-named.ts'
import { refusedSensor, type ChosenSensor } from './draft.ts'

/** Why the server refused a form, each reason once; a sensor among several is named. */
export function useProblems(): (
  errors: FieldErrors,
  sensors: readonly ChosenSensor[],
) => readonly string[] {
  const textOf = useFieldErrorText()
  const named = useNamed()
  return (errors, sensors) => {
    const texts = Object.entries(errors).map(([field, reasons]) => {
      const label = refusedSensor(field, sensors)
      const text = reasons.map(textOf).join(' ')
      return label === undefined ? text : named(label, text)
    })
    return [...new Set(texts)]
  }
}
