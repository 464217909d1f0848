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

const widthsOf = (words: number, ...columns: readonly (readonly [head: string, cell: string])[]) =>
  columnWidths(
    { head: columns.map(([head]) => head), rows: [columns.map(([, cell]) => cell)], words },
    measures,
  )
const letters = (count: number) => 'x'.repeat(count)

test('EX62 figures have the room that they need, up to a fifth, and words the rest', () => {
  expect(widthsOf(1, ['Name', 'Oven'], ['Mean of it', '12.50'])).toEqual([475, 25])
  expect(widthsOf(1, ['Name', 'Oven'], ['x', '1'])).toEqual([488, 12])
  expect(widthsOf(1, ['Name', 'Oven'], ['Mean', letters(30)])).toEqual([400, 100])
})

test('EX62 no word is broken as long as there is room, unless it takes more than a fifth', () => {
  const much = `${long} `.repeat(40)
  const [name = 0, date = 0] = widthsOf(3, ['By', 'Halvorsen'], ['Time', '12:41'], ['Note', much])
  // What just fits is not broken by rounding.
  expect(name).toBeGreaterThan(widthOf('Halvorsen'))
  expect(date).toBeGreaterThan(widthOf('12:41'))
  const longest = [
    [letters(40), 'a'],
    ['By', letters(40)],
  ] as const
  for (const column of longest) {
    const [width = 0] = widthsOf(2, column, ['Note', much])
    expect(width).toBeGreaterThan(100)
    expect(width).toBeLessThan(110)
  }
})

test('EX62 where there is no room for the longest words each is as short as the others', () => {
  const columns = Array.from({ length: 6 }, (_, index) => {
    const word = letters(20)
    return ['By', `${word} `.repeat(index + 1)] as const
  })
  const widths = widthsOf(6, ...columns)
  for (const width of widths) expect(width).toBeCloseTo(500 / 6)
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
