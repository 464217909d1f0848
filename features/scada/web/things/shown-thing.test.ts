import { expect, test } from 'vitest'
import { ApiError } from '#kit/web/calls/api-error.ts'
import { shownThing } from './shown-thing.ts'

const failed = (status: number, code: ApiError['code']) =>
  new ApiError({ status, code, message: 'refused' })

test.each([
  ['whose contract ended', failed(403, 'contract_closed')],
  ['that was removed, or is not bound any more', failed(404, 'not_found')],
])('SC8 of a device %s nothing that came before is shown', (_, error) => {
  expect(shownThing({ data: { raw: '{}' }, error })).toEqual({ data: undefined, error })
})

test('SC8 while the server is away what it gave last stays', () => {
  const error = failed(0, 'no_response')
  const data = { raw: '{}' }
  expect(shownThing({ data, error })).toEqual({ data, error: null })
  expect(shownThing({ data: undefined, error })).toEqual({ data: undefined, error })
  expect(shownThing({ data, error: null })).toEqual({ data, error: null })
})
