import { expect, it } from 'vitest'
import type { FieldError, FieldErrorCode } from '#kit/model/calls/field-errors.ts'
import { ApiError } from '../../calls/api-error.ts'
import { refusedFields } from './antd-refused-fields.ts'

const reason = (code: FieldErrorCode) => [{ code, parameters: {} }]
const item = (label: string | null) => ({
  querySelector: () => (label === null ? null : { textContent: label }),
})
const control = (isVisible: boolean, label: string | null = null) => ({
  nativeElement: { checkVisibility: () => isVisible, closest: () => item(label) },
})

it('KW45 what is refused and no field on the screen shows is not taken for shown', () => {
  const drawn = { days: 90, type: 'analog', roles: [], zone: '' }
  const controls: Readonly<Record<string, unknown>> = {
    ...{ days: control(true, 'Days'), type: control(false, 'Type'), zone: control(false) },
  }
  const form = {
    getFieldsValue: (all?: unknown) => (all === true ? { ...drawn, product: 'X1' } : drawn),
    getFieldInstance: (name: string) => controls[name],
  }
  const errors = {
    ...{ days: reason('too_large'), type: reason('not_an_option'), 'roles.0': reason('repeated') },
    ...{
      zone: reason('unknown_zone'),
      product: reason('unknown_device'),
      somethingElse: reason('required'),
    },
  }
  const error = new ApiError({ status: 422, code: 'invalid', message: '', errors })
  const words = {
    of: ({ code }: FieldError) => code,
    named: (field: string, text: string) => `${field}: ${text}`,
  }
  expect(refusedFields(form as never, error, words)).toEqual({
    atFields: [
      { name: 'days', errors: ['too_large'] },
      { name: 'roles', errors: ['repeated'] },
    ],
    elsewhere: ['Type: not_an_option', 'unknown_zone', 'unknown_device', 'required'],
  })
})
