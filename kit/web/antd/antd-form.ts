import type { FormInstance } from 'antd'
import { useCallback, useEffect, useRef } from 'react'
import type { FieldError } from '#kit/model/calls/field-errors.ts'
import { ApiError } from '../calls/api-error.ts'
import { showFailure } from '../calls/query.ts'
import { useFieldErrorText } from '../texts/use-field-error-text.ts'

/** Errors of fields, as the component library takes them. */
interface RefusedField {
  readonly name: string
  readonly errors: string[]
}

/**
 * Shows errors at the fields of a form and goes to the first. While its tab is hidden a form has no
 * fields that could take them: they then are there as soon as it is shown. Gives whether they
 * are seen at once.
 */
export function useShowFieldErrors<Values extends object>(
  form: FormInstance<Values>,
): (refused: readonly RefusedField[]) => boolean {
  const isShown = useRef(false)
  const waiting = useRef<readonly RefusedField[]>([])
  const show = useCallback(
    (refused: readonly RefusedField[]) => {
      waiting.current = isShown.current ? [] : refused
      if (!isShown.current) return false
      form.setFields([...refused] as unknown as Parameters<typeof form.setFields>[0])
      const [first] = refused
      if (first) form.scrollToField(first.name, { block: 'center', focus: true })
      return true
    },
    [form],
  )
  useEffect(() => {
    isShown.current = true
    show(waiting.current)
    return () => {
      isShown.current = false
    }
  }, [show])
  return show
}

/**
 * Shows why the server refused a form: at the fields that it names, else in a toast; in a toast
 * also when nobody sees the fields, because their tab is hidden.
 */
export function useShowRefusedForm<Values extends object>(
  form: FormInstance<Values>,
): (error: unknown) => void {
  const textOf = useFieldErrorText()
  const show = useShowFieldErrors(form)
  return (error) => {
    const refused = refusedFields(form, error, textOf)
    if (refused.length === 0 || !show(refused)) void showFailure(error)
  }
}

function refusedFields<Values extends object>(
  form: FormInstance<Values>,
  error: unknown,
  textOf: (error: FieldError) => string,
): readonly RefusedField[] {
  if (!(error instanceof ApiError)) return []
  const fields = new Set(Object.keys(form.getFieldsValue(true) as object))
  return Object.entries(error.errors).flatMap(([path, reasons]) => {
    const [field = ''] = path.split('.')
    const [reason] = reasons
    return fields.has(field) && reason !== undefined
      ? [{ name: field, errors: [textOf(reason)] }]
      : []
  })
}
