import { Form, type FormInstance } from 'antd'
import { useCallback, useEffect, useRef, useState } from 'react'
import { showFailure } from '../../calls/query.ts'
import { useFieldErrorText } from '../../texts/use-field-error-text.ts'
import { useNamed } from '../../texts/use-named.ts'
import { refusedFields, type RefusedField } from './antd-refused-fields.ts'

/** A refused field with what it held: once it holds something else, that was not refused. */
interface ShownField extends RefusedField {
  readonly value: unknown
}

/**
 * Takes the refusals of fields away that hold something else by now. The library does so only for
 * fields that check every change themselves. Draws when that is so of another field, not with every
 * key: forms of many fields are drawn by the component that shows their refusals.
 */
function useRefusalsEnd<Values extends object>(form: FormInstance<Values>) {
  const [shown, setShown] = useState<readonly ShownField[]>([])
  const changedIn = useCallback(
    (all: Values): readonly string[] => {
      const held = all as Readonly<Record<string, unknown>>
      return shown.flatMap(({ name, value }) => (held[name] === value ? [] : [name]))
    },
    [shown],
  )
  const changed = Form.useWatch(changedIn, { form, preserve: true })
  useEffect(() => {
    for (const { name, errors } of shown) {
      if (!changed.includes(name)) continue
      const present = form.getFieldError(name as never)
      // What the field itself finds wrong with the new value stays.
      if (present.join('\n') !== errors.join('\n')) continue
      form.setFields([{ name, errors: [] }] as unknown as Parameters<typeof form.setFields>[0])
    }
  }, [form, shown, changed])
  return useCallback(
    (refused: readonly RefusedField[]) => {
      const held = form.getFieldsValue(true) as Readonly<Record<string, unknown>>
      setShown(refused.map((field) => ({ ...field, value: held[field.name] })))
    },
    [form],
  )
}

/**
 * Shows errors at the fields of a form until they are changed, and goes to the first. While its tab
 * is hidden a form has no fields that could take them: they then are there as soon as it is shown.
 * Gives whether they are seen at once.
 */
export function useShowFieldErrors<Values extends object>(
  form: FormInstance<Values>,
): (refused: readonly RefusedField[]) => boolean {
  const isShown = useRef(false)
  const waiting = useRef<readonly RefusedField[]>([])
  const endWhenChanged = useRefusalsEnd(form)
  const show = useCallback(
    (refused: readonly RefusedField[]) => {
      waiting.current = isShown.current ? [] : refused
      if (!isShown.current) return false
      if (refused.length === 0) return true
      form.setFields([...refused] as unknown as Parameters<typeof form.setFields>[0])
      endWhenChanged(refused)
      const [first] = refused
      if (first) form.scrollToField(first.name, { block: 'center', focus: true })
      return true
    },
    [form, endWhenChanged],
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

/** Whether a form still holds what was sent: what is typed meanwhile is not saved. */
export function stillHolds<Values extends object>(
  form: FormInstance<Values>,
  sent: Values,
): boolean {
  const held = form.getFieldsValue(true) as Readonly<Record<string, unknown>>
  return Object.entries(sent).every(([name, value]) => held[name] === value)
}

/**
 * Shows why the server refused a form: at the fields that it names, and in a toast what no field on
 * the screen shows, with its name; in a toast also when nobody sees the fields, because their tab
 * is hidden.
 */
export function useShowRefusedForm<Values extends object>(
  form: FormInstance<Values>,
): (error: unknown) => void {
  const named = useNamed()
  const textOf = useFieldErrorText()
  const show = useShowFieldErrors(form)
  return (error) => {
    const { atFields, elsewhere } = refusedFields(form, error, { of: textOf, named })
    const isSeen = show(atFields) && atFields.length > 0
    if (!isSeen || elsewhere.length > 0) void showFailure(error, elsewhere)
  }
}
