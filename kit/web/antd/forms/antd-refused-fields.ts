import type { FormInstance } from 'antd'
import type { FieldError } from '#kit/model/calls/field-errors.ts'
import { ApiError } from '../../calls/api-error.ts'

/** Errors of fields, as the component library takes them. */
export interface RefusedField {
  readonly name: string
  readonly errors: string[]
}

type Fields = Pick<FormInstance, 'getFieldsValue' | 'getFieldInstance'>

/** The words for what was refused. */
interface RefusalWords {
  readonly of: (error: FieldError) => string
  /** Of a field that nobody sees, with its label. */
  readonly named: (field: string, text: string) => string
}

/**
 * What a form was refused for: at its fields on the screen, and what none of them shows, with the
 * name of the field where the form has one for it.
 */
export function refusedFields(
  form: Fields,
  error: unknown,
  words: RefusalWords,
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
    const text = words.of(reason)
    const label = isSeen || isAway ? null : labelOf(form, name)
    if (isSeen) atFields.push({ name, errors: [text] })
    else elsewhere.push(label === null ? text : words.named(label, text))
  }
  return { atFields, elsewhere }
}

/** Whether the control of a field is drawn where nobody sees it. */
function isHidden(form: Fields, name: string): boolean {
  return elementOf(form, name)?.checkVisibility?.() === false
}

/** What stands before a field, also where nobody sees it; null: nothing does. */
function labelOf(form: Fields, name: string): string | null {
  const item = elementOf(form, name)?.closest?.('.ant-form-item')
  return item?.querySelector('label')?.textContent ?? null
}

/** Controls of the library have their element, others are it, or have none. */
function elementOf(form: Fields, name: string): Partial<Element> | null {
  const instance: Partial<Control> | null = form.getFieldInstance(name) ?? null
  return instance?.nativeElement ?? instance
}

interface Control extends Pick<Element, 'checkVisibility' | 'closest'> {
  readonly nativeElement: Element | null
}
