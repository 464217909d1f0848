import fc from 'fast-check'
import { expect, it } from 'vitest'
import { safeFileName } from './save-file.ts'

it('KW28 a file has a name that every system takes, of whatever words', () => {
  expect(safeFileName('PUMP/1 · Flow 06:00', 'svg')).toBe('PUMP_1 · Flow 06_00.svg')
  expect(safeFileName('../..', 'png')).toBe('_...png')
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (name) => {
      const file = safeFileName(name, 'png')
      expect(file).toMatch(/^[^. ].*\.png$/u)
      expect(file).not.toMatch(/[\\/:*?"<>|\p{Cc}\p{Cf}]/u)
      expect(file.length).toBeLessThanOrEqual(124)
    }),
  )
})
