import { describe, expect, it } from 'vitest'
import { axisOf, noLimits } from './axis.ts'
import { badPath, columnsOf, curvePath, type Curve } from './curve.ts'
import { beyondOf } from './plot-curve.tsx'

const places = { x: (time: number) => time, y: (value: number) => value }
const curve = (part: Partial<Curve>): Curve => ({
  ...{ times: [], values: [], gapMs: 10, bad: [] },
  ...part,
})

describe('the curve of a plot', () => {
  it('WD26 is interrupted where nothing was read for long, and where what was read was bad', () => {
    const times = [0, 5, 30, 35, 40]
    const values = [1, 2, 3, 4, 5]
    const bad = [{ from: 37, to: 38 }]
    expect(curvePath(curve({ times, values, bad }), 0, places)).toBe(
      'M0.0 1.0L5.0 2.0M30.0 3.0L35.0 4.0M40.0 5.0h0',
    )
  })

  it('WD26 begins with the last point before the window', () => {
    const line = curve({ times: [0, 5, 10], values: [1, 2, 3] })
    expect(curvePath(line, 7, places)).toBe('M5.0 2.0L10.0 3.0')
    expect(curvePath(curve({}), 7, places)).toBe('')
  })

  it('WD26 shows gaps as such, and bad readings until the next good one', () => {
    const times = [0, 5, 30, 35, 60]
    const values = [1, 1, 1, 1, 1]
    const bad = [
      { from: 37, to: 38 },
      { from: 70, to: 75 },
    ]
    expect(columnsOf(curve({ times, values, bad }), 10, 90)).toEqual([
      { from: 10, to: 30, kind: 'gap' },
      { from: 37, to: 60, kind: 'bad' },
      { from: 70, to: 90, kind: 'bad' },
    ])
  })

  it('WD26 has its last good height in dots while readings are bad', () => {
    const bad = [
      { from: 6, to: 8 },
      { from: 22, to: 24 },
    ]
    const line = curve({ times: [0, 5, 10, 20], values: [1, 2, 3, 4], bad })
    expect(badPath(line, 0, 30, places)).toBe('M6.0 2.0H10.0M22.0 4.0H30.0')
  })

  it('WD26 is heavier beyond its limits, from where it crosses them', () => {
    const times = [0, 2, 4, 6, 8]
    const values = [0, 10, 0, 10, 10]
    const part = beyondOf({
      ...curve({ times, values }),
      ...{ side: 0, hasEnded: false, lower: null, upper: 5 },
    })
    expect(part.times).toEqual([1, 2, 3, 5, 6, 8])
    expect(part.values).toEqual([5, 10, 5, 5, 10, 10])
    expect(curvePath(part, 0, places)).toBe('M1.0 5.0L2.0 10.0L3.0 5.0M5.0 5.0L6.0 10.0L8.0 10.0')
  })
})

it('WD26 the axis holds what is shown, and a limit where it is near', () => {
  const line = curve({ times: [0, 10, 20], values: [900, 4, 6] })
  const axis = axisOf([line], 15, { lower: 3, upper: 1_000 }, 4)
  expect(axis?.low).toBeLessThan(3)
  expect(axis?.high).toBeLessThan(10)
  expect(axis?.ticks.every((tick) => tick >= 2 && tick <= 7)).toBe(true)
  expect(axisOf([], 0, noLimits, 4)).toBeNull()
  expect(axisOf([curve({ times: [0], values: [7] })], 0, noLimits, 4)?.low).toBeLessThan(7)
})
