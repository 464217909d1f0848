import type { FormInstance } from 'antd'
import type { FieldError } from '#kit/model/calls/field-errors.ts'
import { ApiError } from '../calls/api-error.ts'

/** Errors of fields, as the component library takes them. */
export interface RefusedField {
  readonly name: string
  readonly errors: string[]
}

type Fields = Pick<FormInstance, 'getFieldsValue' | 'getFieldInstance'>

/** What a form was refused for: at its fields on the screen, and what none of them shows. */
export function refusedFields(
  form: Fields,
  error: unknown,
  textOf: (error: FieldError) => string,
): { readonly atFields: readonly RefusedField[]; readonly elsewhere: readonly string[] } {
  const atFields: RefusedField[] = []
  const elsewhere: string[] = []
  // Without `true`, which would give the values of fields too that are not drawn.
  const drawn = Object.keys(form.getFieldsValue() as object)
  // While its tab is hidden a form has no fields: they are there again as soon as it is shown.
  const isAway = drawn.length === 0
  const fields = new Set(isAway ? Object.keys(form.getFieldsValue(true) as object) : drawn)
  const errors = error instanceof ApiError ? error.errors : {}
  for (const [path, [reason]] of Object.entries(errors)) {
    const [name = ''] = path.split('.')
    if (reason === undefined) continue
    const isSeen = fields.has(name) && (isAway || !isHidden(form, name))
    if (isSeen) atFields.push({ name, errors: [textOf(reason)] })
    else elsewhere.push(textOf(reason))
  }
  return { atFields, elsewhere }
}

/** Whether the control of a field is drawn where nobody sees it. */
function isHidden(form: Fields, name: string): boolean {
  const instance: Partial<Control> | null = form.getFieldInstance(name) ?? null
  const element = instance?.nativeElement ?? instance
  return element?.checkVisibility?.() === false
}

/** Controls of the library have their element, others are it. */
interface Control extends Pick<Element, 'checkVisibility'> {
  readonly nativeElement: Element | null
}
