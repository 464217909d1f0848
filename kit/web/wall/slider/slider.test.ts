import fc from 'fast-check'
import { expect, test } from 'vitest'
import { intervals, pageAfter, readChoice, writeChoice } from './slider.ts'

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
