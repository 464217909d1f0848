import fc from 'fast-check'
import { expect, test } from 'vitest'
import { reordered } from '../drawer/page-order.ts'
import { shownPage } from '../shown-page.ts'
import { intervals, movedTo, pageAfter, readChoice, writeChoice } from './slider.ts'

test('PG45 the pages follow each other around their ends, whichever of them goes away', () => {
  expect(pageAfter(['a', 'b', 'c'], 'c', 1)).toBe('a')
  expect(pageAfter(['a', 'b', 'c'], 'a', -1)).toBe('c')
  expect(pageAfter(['a', 'b', 'c'], 'gone', 1)).toBe('a')
  expect(pageAfter(['a'], 'a', 1)).toBe('a')
  expect(pageAfter([], 'a', 1)).toBeUndefined()
})

test('PG45 what was chosen of the slider is read as it was written; anything else is not', () => {
  for (const seconds of intervals)
    for (const isPlaying of [true, false])
      expect(readChoice(writeChoice({ isPlaying, seconds }))).toEqual({ isPlaying, seconds })
  fc.assert(
    fc.property(fc.option(fc.string()), (stored) => {
      const { seconds } = readChoice(stored)
      expect(intervals).toContain(seconds)
    }),
  )
  expect(readChoice('playing 1')).toEqual({ isPlaying: true, seconds: 15 })
})

test('PG33 a page that is moved takes its place, and all others stay in their order', () => {
  expect(movedTo(['a', 'b', 'c'], 'a', 1)).toEqual(['b', 'a', 'c'])
  expect(movedTo(['a', 'b', 'c'], 'c', -1)).toEqual(['c', 'a', 'b'])
  expect(movedTo(['a', 'b', 'c'], 'b', 9)).toEqual(['a', 'c', 'b'])
  expect(movedTo(['a', 'b'], 'gone', 0)).toEqual(['a', 'b'])
})

test('PG33 only own pages are ordered, whatever others share', () => {
  const pages = [
    ...['a', 'b', 'c'].map((id) => ({ id, access: 'owner' as const })),
    { id: 'edited', access: 'edit' as const },
    { id: 'read', access: 'read' as const },
  ]
  expect(reordered(pages, 'a', 2)).toEqual(['b', 'c', 'a'])
  expect(reordered(pages, 'c', 3)).toBeNull()
  expect(reordered(pages, 'a', -1)).toBeNull()
  expect(reordered(pages, 'b', 1)).toBeNull()
  expect(reordered(pages, 'edited', 0)).toBeNull()
  expect(reordered(pages, 'read', 4)).toBeNull()
})

test('PG34 a page that is not there is said to be missing; a wall goes on with the others', () => {
  const [first, second] = [{ id: 'a' }, { id: 'b' }]
  const pages = [first, second]
  expect(shownPage(pages, 'b', false)).toEqual({ shown: second, isMissing: false })
  expect(shownPage(pages, undefined, false)).toEqual({ shown: first, isMissing: false })
  expect(shownPage(pages, 'gone', false)).toEqual({ shown: undefined, isMissing: true })
  expect(shownPage(pages, 'gone', true)).toEqual({ shown: first, isMissing: false })
  expect(shownPage([], undefined, false)).toEqual({ shown: undefined, isMissing: false })
})
