import type { FormInstance } from 'antd'
import type { FieldError } from '#kit/model/field-errors.ts'
import { ApiError } from '../calls/call.ts'

/**
 * Shows the server's field errors at their fields and goes to the first. `textOf`: the error in the
 * person's language (`useFieldErrorText`). Returns whether any error has its field in the form; if
 * not, the caller shows the failure otherwise.
 */
export function showFieldErrors<Values extends object>(
  form: FormInstance<Values>,
  error: unknown,
  textOf: (error: FieldError) => string,
): boolean {
  if (!(error instanceof ApiError)) return false
  const fields = new Set(Object.keys(form.getFieldsValue(true) as object))
  const found = Object.entries(error.errors).flatMap(([path, reasons]) => {
    const [field = ''] = path.split('.')
    const [reason] = reasons
    return fields.has(field) && reason !== undefined
      ? [{ name: field, errors: [textOf(reason)] }]
      : []
  })
  if (found.length === 0) return false
  form.setFields(found as unknown as Parameters<typeof form.setFields>[0])
  const [first] = found
  if (first) form.scrollToField(first.name, { block: 'center', focus: true })
  return true
}
