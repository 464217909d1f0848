import fc from 'fast-check'
import { expect, test } from 'vitest'
import { columnWidths } from './column-widths.ts'

const widthOf = (text: string) => text.length * 5
const measures = { room: 500, headWidth: widthOf, cellWidth: widthOf }
const long = 'Seen during the round; the valve of the north line was half closed, as it was before'

test('EX24 a long text beside them breaks no name and no date', () => {
  const head = ['Time', 'Priority', 'Sensor', 'By', 'Comment']
  const rows = [['2026-11-23 12:41', '1', 'Oven 2 · Zone 3 temperature', 'Ingrid Halvorsen', long]]
  const widths = columnWidths({ head, rows, words: 5 }, measures)
  for (const [index, word] of ['2026-11-23', 'Priority', 'temperature', 'Halvorsen'].entries())
    expect(widths[index]).toBeGreaterThanOrEqual(widthOf(word))
  expect(widths.reduce((sum, width) => sum + width, 0)).toBeCloseTo(500)
})

test('EX24 columns of a table fill the page, whatever is in them', () => {
  const cell = fc.string({ maxLength: 200 })
  const table = fc
    .tuple(fc.integer({ min: 1, max: 8 }), fc.integer({ min: 1, max: 8 }), fc.nat(5))
    .chain(([columns, words, rows]) =>
      fc.record({
        head: fc.array(cell, { minLength: columns, maxLength: columns }),
        rows: fc.array(fc.array(cell, { minLength: columns, maxLength: columns }), {
          ...{ minLength: rows, maxLength: rows },
        }),
        words: fc.constant(Math.min(words, columns)),
      }),
    )
  fc.assert(
    fc.property(table, (asked) => {
      const widths = columnWidths(asked, measures)
      expect(widths.length).toBe(asked.head.length)
      for (const width of widths) expect(width).toBeGreaterThan(0)
      // More than four figures as wide as can be leave words nothing but what they squeeze in.
      fc.pre(asked.head.length - asked.words <= 4)
      expect(widths.reduce((sum, width) => sum + width, 0)).toBeCloseTo(500)
    }),
  )
})
