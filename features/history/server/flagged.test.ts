import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { qualities, qualityCode } from '#kit/model/quality.ts'
import type { Reading } from '#kit/model/reading.ts'
import { storeReadings } from '#testing/sites/store-readings.ts'
import { testTelemetry, type TestTelemetry } from '#testing/telemetry.ts'
import { ownTurn, tenAtOnce } from '#testing/ten-at-once.ts'
import { readFlagged } from './history-store.ts'
import { readMinuteFlagged } from './testing/wide-columns.ts'
import { base, newSensor, reportOf } from './testing/reports.ts'

let engine: TestTelemetry
const minute = 60_000

beforeAll(async () => void (engine = await testTelemetry()))
afterAll(() => engine.close())

interface Range {
  readonly from: number
  readonly to: number
}

/** Where readings of a range are bad or uncertain, by the definition, slowly. */
function flaggedOf(readings: readonly Reading[], range: Range, width: number, unit: number) {
  const inside = readings
    .filter(({ time, quality }) => quality !== 'good' && time >= range.from && time < range.to)
    .toSorted((one, other) => one.time - other.time)
  const { from, to } = range
  const columnOf = ({ time }: Reading) =>
    Math.max(0, Math.floor(((Math.floor(time / unit) * unit - from) * width) / (to - from)))
  const groups = Map.groupBy(inside, (one) => columnOf(one) * 4 + qualityCode[one.quality])
  const sorted = [...groups.entries()].toSorted(([one], [other]) => one - other)
  const times = sorted.map(([, group]) => group.map(({ time }) => time))
  return {
    quality: sorted.map(([, group]) => qualityCode[group[0]?.quality ?? 'good']),
    firstTime: times.map((group) => group[0]),
    lastTime: times.map((group) => group.at(-1)),
    count: times.map((group) => group.length),
  }
}

const series = fc.uniqueArray(
  fc.record({
    offset: fc.integer({ min: 0, max: 3 * 3_600_000 }),
    quality: fc.constantFrom(...qualities),
    hasValue: fc.boolean(),
  }),
  { selector: ({ offset }) => offset, minLength: 1, maxLength: 60 },
)

describe('columns', () => {
  it('HI40 say where readings are bad or uncertain, from readings and the rollup', async () => {
    await fc.assert(
      tenAtOnce(
        series,
        fc.integer({ min: 1, max: 40 }),
        fc.integer({ min: 0, max: 90 * minute }),
        fc.integer({ min: 1, max: 180 * minute }),
        async (values, width, start, length) => {
          const { id: sensorId } = newSensor()
          const readings = values.map(({ offset, quality, hasValue }, index): Reading => ({
            ...{ sensorId, time: base + offset, quality },
            value: quality === 'bad' && !hasValue ? null : index / 10,
          }))
          await storeReadings(engine.telemetry, readings)
          await ownTurn()
          const range = { sensorId, from: base + start, to: base + start + length }
          const units = [
            [readFlagged, 1],
            [readMinuteFlagged, minute],
          ] as const
          for (const [read, unit] of units) {
            const arrays = Object.entries(await read(engine.telemetry, range, width))
            expect(
              Object.fromEntries(arrays.map(([name, json]) => [name, JSON.parse(String(json))])),
            ).toEqual(flaggedOf(readings, range, width, unit))
          }
        },
      ),
      { numRuns: 4 },
    )
  })

  it.each([
    ['of the readings', 3 * 3_600_000, 60_000],
    ['of the rollup', 30 * 86_400_000, 3 * 3_600_000],
  ])('HI40 columns %s carry them in a report', async (_, lengthMs, stepMs) => {
    const sensor = newSensor()
    const readings = Array.from({ length: 180 }, (_each, index): Reading => ({
      ...{ sensorId: sensor.id, time: base + index * stepMs, value: index },
      quality: index === 20 ? 'bad' : index === 40 ? 'uncertain' : 'good',
    }))
    await storeReadings(engine.telemetry, readings)
    const range = { from: base, to: base + lengthMs }
    const report = await reportOf(engine.telemetry, { sensor, ...range, width: 50 })
    expect(report.series).toMatchObject({
      kind: 'columns',
      flagged: {
        quality: [2, 1],
        firstTime: [base + 20 * stepMs, base + 40 * stepMs],
        lastTime: [base + 20 * stepMs, base + 40 * stepMs],
        count: [1, 1],
      },
    })
    expect(report.statistics).toMatchObject({ count: 179, badCount: 1 })
  })
})
