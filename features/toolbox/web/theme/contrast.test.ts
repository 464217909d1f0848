import { expect, test } from 'vitest'
import { contrastOf, srgbOf } from './contrast.ts'

const black = [0, 0, 0] as const
const white = [1, 1, 1] as const

test('TB7 contrast is that of WCAG 2.2, whichever colour is the ground', () => {
  expect(contrastOf(black, white)).toBe(21)
  expect(contrastOf(white, white)).toBe(1)
  // #767676 on white is the grey that just passes; #777777 just fails.
  const grey = (level: number) => [level / 255, level / 255, level / 255] as const
  expect(contrastOf(grey(0x76), white)).toBeCloseTo(4.54, 2)
  expect(contrastOf(white, grey(0x77))).toBeCloseTo(4.48, 2)
  // Beyond the gamut counts as its edge.
  expect(contrastOf([-0.2, 0, 0], [1.3, 1, 1])).toBe(21)
})

test('TB7 a computed colour is read, with a share of the ground or without; no others are', () => {
  expect(srgbOf('color(srgb 0.25 0.5 1)')).toEqual([0.25, 0.5, 1])
  expect(srgbOf('color(srgb 1e-7 0.5 1 / 0.4)')).toEqual([1e-7, 0.5, 1])
  expect(srgbOf('rgb(1, 2, 3)')).toBeNull()
  expect(srgbOf('color(srgb 1 2)')).toBeNull()
})
