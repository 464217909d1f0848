import type { FormInstance } from 'antd'
import { ApiError } from '../calls/call.ts'

/**
 * Puts the reasons that the server gave at the fields they concern and goes to the first. `words`
 * says a reason in the person's language. Returns whether any reason found its field; if not, the
 * caller tells the failure otherwise.
 */
export function showFieldErrors<Values extends object>(
  form: FormInstance<Values>,
  error: unknown,
  words: (field: string, reason: string) => string,
): boolean {
  if (!(error instanceof ApiError)) return false
  const known = new Set(Object.keys(form.getFieldsValue(true) as object))
  const found = Object.entries(error.errors).flatMap(([path, reasons]) => {
    const [field = ''] = path.split('.')
    const [reason] = reasons
    return known.has(field) && reason !== undefined
      ? [{ name: field, errors: [words(field, reason)] }]
      : []
  })
  if (found.length === 0) return false
  form.setFields(found as unknown as Parameters<typeof form.setFields>[0])
  const [first] = found
  if (first) form.scrollToField(first.name, { block: 'center', focus: true })
  return true
}
