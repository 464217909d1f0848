import fc from 'fast-check'
import { expect, it } from 'vitest'
import { changeDue, streamIntervalMs } from './pacing.ts'

it('LV4 lets a first change leave at once', () => {
  fc.assert(
    fc.property(
      fc.double({ min: 0, max: 1e9, noNaN: true }),
      fc.double({ min: streamIntervalMs, max: 1e6, noNaN: true }),
      (now, since) => {
        fc.pre(now - (now - since) >= streamIntervalMs)
        expect(changeDue(now, now - since)).toBe(now)
      },
    ),
  )
  expect(changeDue(5, -Infinity)).toBe(5)
})

it('LV4 sends a stream at most 20 times a second and never later than 50 ms', () => {
  const gaps = fc.array(fc.double({ min: 0.01, max: 120, noNaN: true }), {
    minLength: 1,
    maxLength: 400,
  })
  fc.assert(
    fc.property(gaps, (waits) => {
      const sent: number[] = []
      let now = 1_000
      let due = Infinity
      for (const wait of waits) {
        now += wait
        if (due <= now) {
          sent.push(due)
          due = Infinity
        }
        if (due === Infinity) due = changeDue(now, sent.at(-1) ?? -Infinity)
        expect(due - now).toBeLessThanOrEqual(streamIntervalMs)
      }
      sent.push(due)
      // Of every 1,000 ms no more than 20 and the first change that began the stream.
      for (const [index, time] of sent.entries())
        expect(
          sent.filter((other, place) => place >= index && other < time + 1_000).length,
        ).toBeLessThanOrEqual(21)
    }),
  )
})

it('LV4 gathers all streams into common moments', () => {
  const dues = Array.from({ length: 100 }, (_, index) =>
    changeDue(1_000 + index * 0.4, 990 + index * 0.3),
  )
  expect(new Set(dues)).toEqual(new Set([1_050]))
})
