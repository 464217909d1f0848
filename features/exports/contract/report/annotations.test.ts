import { expect, test } from 'vitest'
import { annotationBlocks, annotationMarks, annotationRoom } from './annotations.ts'
import { plotLeft, plotRight } from './axes.ts'
import { reportFormat } from './format.ts'
import { reportWords } from './words.ts'

const words = reportWords('en')
const context = { words, format: reportFormat('en', 'UTC', words) }
const hour = 3_600_000
const range = { from: 0, to: 8 * hour }
const noted = (from: number, to = from) => ({ from, to, text: 'Valve', author: 'Ann' })
const plot = { top: 20, bottom: 50 }

const textsOf = (times: readonly number[]) =>
  annotationMarks(
    times.map((time) => noted(time)),
    range,
    plot,
  ).flatMap((mark) => (mark.kind === 'text' ? [mark.text] : []))

test('EX113 annotations that lie too near to each other share a mark with their numbers', () => {
  expect(textsOf([hour, hour + 60_000, hour + 120_000, 4 * hour, 8 * hour])).toEqual([
    ...['1–3', '4', '5'],
  ])
  expect(textsOf([])).toEqual([])
  expect(annotationRoom([])).toBe(0)
})

test('EX113 a span has its length; what began before the period or ends after it is cut', () => {
  const paths = annotationMarks([noted(-hour, 4 * hour), noted(6 * hour, 20 * hour)], range, plot)
    .filter((mark) => mark.kind === 'path')
    .map(({ d }) => d)
  const middle = (plotLeft + plotRight) / 2
  expect(paths).toContain(`M${plotLeft} 19H${middle}`)
  expect(paths.at(-1)).toMatch(new RegExp(`H${plotRight}$`))
  // No line down where it did not begin.
  expect(paths[0]).not.toContain(`M${plotLeft} `)
})

test('EX113 of very many the newest are listed, and how many are not; the gone are named', () => {
  const list = Array.from({ length: 70 }, (_, index) => noted(index * 60_000))
  const gone = { ...noted(8 * hour - 1), author: null }
  const [table, others] = annotationBlocks({ list: [...list, gone], isCut: false }, context)
  expect(table).toMatchObject({ kind: 'table', words: 3 })
  const rows = table?.kind === 'table' ? table.rows : []
  expect(rows).toHaveLength(60)
  expect(rows[0]).toEqual(['1 · 1970-01-01 00:11', 'Valve', 'Ann'])
  expect(rows.at(-1)?.at(-1)).toBe('a deleted account')
  expect(others).toEqual({ kind: 'text', text: 'Not listed: 11' })
  const [, uncounted] = annotationBlocks({ list: [...list, gone], isCut: true }, context)
  expect(uncounted).toEqual({ kind: 'text', text: 'Not listed: > 11' })
  expect(annotationBlocks({ list: [], isCut: false }, context)).toEqual([])
})
