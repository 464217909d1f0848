import fc from 'fast-check'
import { expect, it } from 'vitest'
import { safeFileName } from './save-file.ts'

it('KW28 a file has a name that every system takes, of whatever words', () => {
  expect(safeFileName('PUMP/1 · Flow 06:00', 'svg')).toBe('PUMP_1 · Flow 06_00.svg')
  expect(safeFileName('../..', 'png')).toBe('_...png')
  expect(safeFileName('a\u2028b', 'png')).toBe('a_b.png')
  expect(safeFileName('\u00a0.a', 'png')).toBe('a.png')
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (name) => {
      const file = safeFileName(name, 'png')
      expect(file).toMatch(/^[^. ].*\.png$/u)
      expect(file).not.toMatch(/[\\/:*?"<>|\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u)
      expect(file.length).toBeLessThanOrEqual(124)
    }),
  )
})
