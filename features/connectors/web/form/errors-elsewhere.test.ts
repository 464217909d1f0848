import { expect, it } from 'vitest'
import { errorsElsewhere } from '#kit/web/calls/errors-elsewhere.ts'

it('CN51 what is refused and no field on the screen shows is not left out', () => {
  const errors = new Map([
    ['host', 'is missing'],
    ['points.3.address', 'too large'],
    ['pointsOfOthers', 'too many'],
    ['settings', 'OVEN-2 is not yours to configure'],
    ['secrets.password', 'enter it again'],
  ])
  expect(errorsElsewhere(errors, ['host', 'points', 'secrets.privateKey'])).toEqual([
    ...['too many', 'OVEN-2 is not yours to configure', 'enter it again'],
  ])
  expect(errorsElsewhere(errors, [...errors.keys()])).toEqual([])
})
