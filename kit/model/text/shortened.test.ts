import fc from 'fast-check'
import { expect, test } from 'vitest'
import { beginOf, shortened } from './shortened.ts'

test.each([
  ['an emoji of two halves', '🛠'],
  ['a letter with marks of its own', 'e\u0301'],
  ['several emoji that are one', '👩‍🔧'],
])('AN10 a text is never cut within %s', (_, sign) => {
  const text = sign.repeat(200)
  for (let maximum = 10; maximum < 40; maximum++) {
    const cut = shortened(text, maximum)
    expect(cut.length).toBeLessThanOrEqual(maximum)
    expect(text.startsWith(cut.slice(0, -1))).toBe(true)
    expect((cut.length - 1) % sign.length).toBe(0)
    expect(cut.at(-1)).toBe('…')
  }
})

test('AN10 what fits stays as it is, and what is cut is well formed', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 2, max: 30 }), (text, room) => {
      const begin = beginOf(text, room)
      expect(text.startsWith(begin)).toBe(true)
      expect(begin.length).toBeLessThanOrEqual(room)
      expect(begin.isWellFormed()).toBe(true)
      expect(shortened(text, room) === text).toBe(text.length <= room)
    }),
  )
  const marks = `e${'\u0301'.repeat(50)}`
  expect(beginOf(marks, 10)).toBe(marks.slice(0, 10))
})
