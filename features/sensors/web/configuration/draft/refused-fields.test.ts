import { expect, test } from 'vitest'
import type { ConfigurationChange } from '#features/sensors/contract/configuration.ts'
import type { FieldErrors } from '#kit/model/calls/errors.ts'
import { fieldError } from '#kit/model/calls/field-errors.ts'
import { ApiError } from '#kit/web/calls/api-error.ts'
import { refusedOf } from './refused-fields.ts'

const changes: readonly ConfigurationChange[] = [
  { id: 7, before: { unit: '' }, after: { unit: 'bar' } },
  { id: 8, before: { alias: 'a', unit: '' }, after: { alias: 'b', unit: 'bar' } },
]
const failed = (errors: FieldErrors) =>
  new ApiError({ status: 422, code: 'invalid', message: 'refused', errors })

test('CA30 what is refused of a field is at it', () => {
  const error = fieldError('changed_meanwhile')
  expect(refusedOf(failed({ 'changes.1.after.unit': [error] }), changes)).toEqual([
    { sensorId: 8, field: 'unit', error },
  ])
})

test('CA30 a sensor that is gone, or closed, is refused at each of its changed fields', () => {
  const error = fieldError('unknown_sensor')
  expect(refusedOf(failed({ 'changes.1.id': [error] }), changes)).toEqual([
    { sensorId: 8, field: 'alias', error },
    { sensorId: 8, field: 'unit', error },
  ])
})

test('CA30 what is of no change is at no field', () => {
  const error = fieldError('unknown_sensor')
  const errors = { changes: [error], 'changes.2.id': [error], 'changes.0.after.unit': [] }
  expect(refusedOf(failed(errors), changes)).toEqual([])
})
