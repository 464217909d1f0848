import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { shortestZoomMs } from '../../data/zoom.ts'
import { fingersAt, leastDistance, rangeUnder } from './finger-range.ts'

const width = 390
const whole = { from: 1_700_000_000_000, to: 1_700_086_400_000 }
const place = fc.integer({ min: 0, max: width })
const ranges = fc
  .tuple(
    fc.integer({ min: whole.from, max: whole.to - shortestZoomMs }),
    fc.integer({ min: shortestZoomMs, max: whole.to - whole.from }),
  )
  .map(([from, length]) => ({ from, to: Math.min(whole.to, from + length) }))
const fingers = fc.array(place, { minLength: 1, maxLength: 3 }).map(fingersAt)
const timeAt = ({ from, to }: { from: number; to: number }, x: number) =>
  from + (x / width) * (to - from)

describe('the range under fingers', () => {
  it('CH50 HI9 is never beyond the period, nor shorter than the shortest zoom', () => {
    fc.assert(
      fc.property(ranges, fingers, fingers, (range, before, now) => {
        const { from, to } = rangeUnder({ range, fingers: before }, now, { whole, width })
        expect(from).toBeGreaterThanOrEqual(whole.from)
        expect(to).toBeLessThanOrEqual(whole.to)
        expect(to - from).toBeGreaterThanOrEqual(shortestZoomMs)
        expect([from, to].every(Number.isInteger)).toBe(true)
      }),
    )
  })

  it('CH50 has the same times under both fingers where the period allows it', () => {
    const endless = { from: whole.from - 1e12, to: whole.to + 1e12 }
    const pair = fc.tuple(place, place).filter(([one, other]) => other - one >= leastDistance)
    fc.assert(
      fc.property(ranges, pair, pair, (range, before, now) => {
        const held = { range, fingers: fingersAt(before) }
        const shown = rangeUnder(held, fingersAt(now), { whole: endless, width })
        fc.pre(shown.to - shown.from > shortestZoomMs)
        // The ends are whole milliseconds.
        for (const finger of [0, 1] as const)
          expect(
            Math.abs(timeAt(shown, now[finger]) - timeAt(range, before[finger])),
          ).toBeLessThanOrEqual(1.5)
      }),
    )
  })

  it('CH51 is as long as before under one finger, and stays where the finger does', () => {
    fc.assert(
      fc.property(ranges, place, place, (range, before, now) => {
        const held = { range, fingers: fingersAt([before]) }
        const shown = rangeUnder(held, fingersAt([now]), { whole, width })
        expect(shown.to - shown.from).toBe(range.to - range.from)
        expect(rangeUnder(held, held.fingers, { whole, width })).toEqual(range)
      }),
    )
  })

  it('CH50 a period that is shorter than the shortest zoom is shown as it is', () => {
    const short = { from: 0, to: 400 }
    const held = { range: short, fingers: fingersAt([100, 200]) }
    expect(rangeUnder(held, fingersAt([0, 390]), { whole: short, width })).toEqual(short)
  })
})
