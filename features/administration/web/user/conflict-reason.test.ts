import { expect, test } from 'vitest'
import { conflictReason } from './conflict-reason.ts'

test('AM25 a conflict is that of the last administrator only where nobody else has saved', () => {
  const base = { version: 7 }
  expect(conflictReason({ version: 8 }, base)).toBe('overtaken')
  expect(conflictReason({ version: 7 }, base)).toBe('lastAdministrator')
  expect(conflictReason(null, base)).toBe('unknown')
})
