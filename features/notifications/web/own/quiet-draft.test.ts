import { expect, test } from 'vitest'
import { noQuietHours } from '../../contract/own-notices.ts'
import { draftOf, hoursOf, identityOf } from './quiet-draft.ts'

test('NT28 quiet hours that were turned off and saved are not called unsaved', () => {
  const quiet = { from: '21:00', to: '05:00' }
  const off = { ...draftOf({ quiet, isUrgentAllowed: false }), isQuiet: false }
  expect(identityOf(hoursOf(off))).toBe(identityOf(noQuietHours))
  const on = { ...off, isQuiet: true }
  expect(hoursOf(on)).toEqual({ quiet, isUrgentAllowed: false })
})
