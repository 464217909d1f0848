import { expect, it } from 'vitest'
import type { FieldErrorCode } from '#kit/model/calls/field-errors.ts'
import { ApiError } from '#kit/web/calls/api-error.ts'
import { noEntries } from './entries.ts'
import { refusals, refusedOf } from './use-refusals.ts'

const reason = (code: FieldErrorCode) => ({ code, parameters: {} })

it('CA44 what is refused of a calculation and no field shows is said above the fields', () => {
  const errors = {
    calculations: [reason('too_many')],
    'calculations.0.inputs': [reason('repeated')],
    'calculations.0.unit': [reason('too_long')],
    'calculations.0.inputs.flow.thing': [reason('required')],
    'calculations.0.expression': [reason('too_small')],
  }
  const error = new ApiError({ status: 422, code: 'invalid', message: '', errors })
  const shown = refusals(refusedOf(error), ({ code }) => code)
  expect([shown.of('expression'), shown.of('inputs.flow'), shown.of('thing')]).toEqual([
    ...['too_small', 'required', null],
  ])
  const flow = { name: 'flow', thing: 'OVEN-2', key: 'flow' }
  const entries = { ...noEntries, inputs: [flow] }
  expect(shown.elsewhere(entries)).toEqual(['too_many', 'repeated'])
  const before = { expression: 'flow', inputs: {} }
  expect(shown.elsewhere({ ...entries, before })).toEqual(['too_many', 'repeated', 'too_long'])
})
