import fc from 'fast-check'
import { expect, it } from 'vitest'
import { qualities, qualityCode } from '#kit/model/quality.ts'
import type { Reading } from '#kit/model/reading.ts'
import {
  identityOfLine,
  identityOfRow,
  lineOf,
  maximumNumberLineBytes,
  monthOf,
  parseLines,
  withWholeTimes,
  writeNumberLine,
} from './reading-lines.ts'

const decimals = fc
  .tuple(fc.maxSafeInteger(), fc.integer({ min: 0, max: 12 }))
  .map(([digits, scale]) => digits / 10 ** scale)
const measured = fc
  .tuple(fc.integer({ min: -1_000_000, max: 1_000_000 }), fc.integer({ min: 0, max: 7 }))
  .map(([digits, scale]) => digits / 10 ** scale)
const value = fc.oneof(
  fc.double({ noNaN: true }),
  decimals,
  measured,
  fc.constantFrom(0, -0, 1e15, 1e15 - 1, 1e21, 5e-324, 0.1 + 0.2, 1e-6, 1e-7, 999_999.5),
  fc.constant(null),
)
const reading: fc.Arbitrary<Reading> = fc.record({
  sensorId: fc.integer({ min: 0, max: 4_294_967_295 }),
  time: fc.integer({ min: 0, max: 4_102_444_800_000 }),
  value,
  quality: fc.constantFrom(...qualities),
})

it('RD2 a line written as bytes is the line written as text, whatever the number', () => {
  fc.assert(
    fc.property(reading, fc.nat({ max: 50 }), (one, start) => {
      const bytes = Buffer.alloc(start + maximumNumberLineBytes)
      const end = writeNumberLine(bytes, start, one)
      expect(bytes.subarray(start, end).toString('latin1')).toBe(lineOf(one))
    }),
    { numRuns: 20_000 },
  )
})

it('RD2 a line has its time, and is the same reading as its row', () => {
  fc.assert(
    fc.property(reading, (one) => {
      const { sensorId, time, value: stored, quality } = one
      const lines = parseLines(lineOf(one))
      expect(lines).toMatchObject([{ sensorId, time }])
      const row = { sensor: sensorId, at: time, value: stored, quality: qualityCode[quality] }
      expect(lines.map(identityOfLine)).toEqual([identityOfRow(row)])
    }),
  )
})

it('RD2 lines of before 9 September 2001 of an earlier version become those of today', () => {
  const times = fc.oneof(fc.nat({ max: 999_999_999_999 }), fc.nat({ max: 1_001_900_000_000 }))
  fc.assert(
    fc.property(reading, times, (one, time) => {
      const today = lineOf({ ...one, time })
      const [sensor, , ...rest] = today.split('\t')
      const former = [sensor, time, ...rest].join('\t')
      for (const line of [former, today])
        expect(withWholeTimes(Buffer.from(line), monthOf(time)).toString()).toBe(today)
    }),
  )
  const newer = Buffer.from(lineOf({ sensorId: 1, time: 2e12, value: 1, quality: 'good' }))
  expect(withWholeTimes(newer, monthOf(2e12))).toBe(newer)
})
