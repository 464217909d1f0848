import fc from 'fast-check'
import { expect, test } from 'vitest'
import { EntryNames } from './entry-names.ts'

const taken = (...names: readonly string[]) => {
  const entries = new EntryNames()
  return names.map((name) => entries.take(name))
}

test('EX26 names cannot climb folders, and those alike are numbered', () => {
  expect(taken('../../etc/passwd', '..\\..\\a.csv', '/abs.csv', 'C:\\a.xlsx')).toEqual([
    ...['_.._etc_passwd', '_.._a.csv', '_abs.csv', 'C__a.xlsx'],
  ])
  expect(taken('a.xlsx', 'A.xlsx', 'a.xlsx', 'a.csv', '鍋爐 · Ж.csv', '鍋爐 · Ж.csv')).toEqual([
    ...['a.xlsx', 'A (2).xlsx', 'a (3).xlsx', 'a.csv', '鍋爐 · Ж.csv', '鍋爐 · Ж (2).csv'],
  ])
  expect(taken('NUL.csv', '..', '', 'a. .', '.csv')).toEqual(['_NUL.csv', '_', '_ (2)', 'a', 'csv'])
})

test('EX26 whatever the names are, entries are single, short, and of one folder', () => {
  const name = fc.string({ unit: 'binary', maxLength: 300 })
  const odd = fc.array(fc.constantFrom('..', '/', '\\', '.', ' ', 'a', '\0', ':', '鍋'))
  const any = fc.oneof(
    name,
    odd.map((parts) => parts.join('')),
  )
  fc.assert(
    fc.property(fc.array(any, { maxLength: 20 }), (names) => {
      const entries = taken(...names)
      expect(new Set(entries.map((entry) => entry.toLowerCase())).size).toBe(names.length)
      for (const entry of entries) {
        expect(entry).not.toMatch(/[\\/:\0]|^[. ]|[. ]$|^$/)
        expect(entry.length).toBeLessThanOrEqual(121)
        expect(entry.isWellFormed()).toBe(true)
      }
    }),
  )
})
