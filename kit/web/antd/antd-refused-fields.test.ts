import { expect, it } from 'vitest'
import type { FieldErrorCode } from '#kit/model/calls/field-errors.ts'
import { ApiError } from '../calls/api-error.ts'
import { refusedFields } from './antd-refused-fields.ts'

const reason = (code: FieldErrorCode) => [{ code, parameters: {} }]
const control = (isVisible: boolean) => ({ nativeElement: { checkVisibility: () => isVisible } })

it('KW45 what is refused and no field on the screen shows is not taken for shown', () => {
  const drawn = { days: 90, type: 'analog', roles: [] }
  const controls: Readonly<Record<string, unknown>> = { days: control(true), type: control(false) }
  const form = {
    getFieldsValue: (all?: unknown) => (all === true ? { ...drawn, product: 'X1' } : drawn),
    getFieldInstance: (name: string) => controls[name],
  }
  const errors = {
    ...{ days: reason('too_large'), type: reason('not_an_option'), 'roles.0': reason('repeated') },
    ...{ product: reason('unknown_device'), somethingElse: reason('required') },
  }
  const error = new ApiError({ status: 422, code: 'invalid', message: '', errors })
  expect(refusedFields(form as never, error, ({ code }) => code)).toEqual({
    atFields: [
      { name: 'days', errors: ['too_large'] },
      { name: 'roles', errors: ['repeated'] },
    ],
    elsewhere: ['not_an_option', 'unknown_device', 'required'],
  })
})
