import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Quality } from '#kit/model/quality.ts'
import { chartData } from '#kit/ui/chart/data/model.ts'
import { drawLine } from '#kit/ui/chart/data/pixel-line.ts'
import type { Readings } from '#kit/ui/chart/data/series.ts'
import { storeReadings } from '#testing/sites/store-readings.ts'
import { testTelemetry, type TestTelemetry } from '#testing/telemetry.ts'
import { base, newSensor, reportOf } from '#features/history/server/testing/reports.ts'
import { differentPixels, pixelsOf } from './raster.ts'

let engine: TestTelemetry
beforeAll(async () => void (engine = await testTelemetry()))
afterAll(() => engine.close())

const height = 240
const hour = 3_600_000
const day = 24 * hour

interface Shape {
  readonly name: string
  readonly lengthMs: number
  readonly count: number
  readonly valueOf: (index: number, random: number) => number
  /** Time between readings, ms; without it evenly over the period. */
  readonly stepOf?: (random: number, index: number) => number
  readonly badShare?: number
  /** How often the sensor is expected to send; 10 s without it. */
  readonly intervalMs?: number
}

const shapes: readonly Shape[] = [
  {
    ...{ name: 'random', lengthMs: 6 * hour, count: 5_000 },
    valueOf: (_, random) => random * 200 - 100,
  },
  {
    ...{ name: 'spiky', lengthMs: day, count: 9_000 },
    valueOf: (index, random) => (random > 0.998 ? 90 : random < 0.002 ? -90 : Math.sin(index / 50)),
  },
  {
    ...{ name: 'sparse', lengthMs: day, count: 300, intervalMs: 190_000 },
    valueOf: (_, random) => Math.round(random * 20),
    stepOf: (random) => 1_000 + Math.floor(random * 560_000),
  },
  {
    ...{ name: 'gappy', lengthMs: 12 * hour, count: 6_000 },
    valueOf: (index, random) => Math.cos(index / 90) * 10 + random,
    stepOf: (random) => (random > 0.996 ? 1_200_000 : 3_000),
  },
  {
    ...{ name: 'with bad readings', lengthMs: 6 * hour, count: 4_000, badShare: 0.1 },
    valueOf: (_, random) => random * 5,
  },
  {
    ...{ name: 'of a month, with minutes', lengthMs: 30 * day, count: 43_000 },
    valueOf: (index, random) => (random > 0.999 ? 80 : Math.sin(index / 500) * 20),
  },
]

/** Numbers between 0 and 1, always the same ones (Park and Miller). */
function randoms(seed: number): () => number {
  let state = (seed % 2_147_483_646) + 1
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647
}

function readingsOf(shape: Shape, sensorId: number, seed: number) {
  const next = randoms(seed)
  const even = shape.lengthMs / shape.count
  let time = base
  return Array.from({ length: shape.count }, (_, index) => {
    time += shape.stepOf ? shape.stepOf(next(), index) : Math.max(1, Math.round(even))
    const value = shape.valueOf(index, next())
    const quality: Quality = next() < (shape.badShare ?? 0) ? 'bad' : 'good'
    return { sensorId, time, value, quality }
  }).filter((reading) => reading.time < base + shape.lengthMs)
}

const zoom = fc.record({
  width: fc.constantFrom(1, 7, 64, 333, 801, 1_500),
  /** Which part of the period is shown, from and to in it. */
  from: fc.double({ min: 0, max: 0.9, noNaN: true }),
  share: fc.constantFrom(1, 0.5, 0.11, 0.013),
})

describe('a line through the columns of the server', () => {
  it.each(shapes)('HI1 $name: lights the pixels of the line of all readings', async (shape) => {
    const { intervalMs = 10_000 } = shape
    const sensor = { ...newSensor(), intervalMs }
    const readings = readingsOf(shape, sensor.id, sensor.id)
    await storeReadings(engine.telemetry, readings)
    const { lengthMs } = shape
    let columns = 0
    await fc.assert(
      fc.asyncProperty(zoom, async ({ width, ...part }) => {
        const from = part.share === 1 ? base : base + Math.floor(part.from * lengthMs)
        const to = Math.min(base + lengthMs, from + Math.ceil(part.share * lengthMs))
        const inside = readings.filter(({ time }) => time >= from && time < to)
        const all: Readings = {
          kind: 'raw',
          time: inside.map(({ time }) => time),
          value: inside.map(({ value }) => value),
          quality: inside.map(({ quality }) => (quality === 'bad' ? 2 : 0)),
        }
        const request = { sensor, from, to, width, mode: 'columns' } as const
        const { series } = await reportOf(engine.telemetry, request)
        if (series.kind !== 'columns') throw new Error('columns were asked for')
        columns += series.count.length
        expect(series.count.length).toBeLessThanOrEqual(width)
        const drawn = (readings: Readings) => {
          const { line } = chartData(readings, { from, to }, intervalMs)
          const area = { from, to, width, height, low: -101, high: 101, left: 0, top: 0 }
          return pixelsOf(area, (pen) => drawLine(pen, line, area))
        }
        expect(differentPixels(drawn(series), drawn(all))).toBe(0)
      }),
      { numRuns: 8, examples: [[{ width: 801, from: 0, share: 1 }]] },
    )
    expect(columns).toBeGreaterThan(100)
  })
})

it('HI3 zooming in ends with the readings themselves', async () => {
  const sensor = newSensor()
  const readings = Array.from({ length: 4_000 }, (_, index) => ({
    ...{ sensorId: sensor.id, time: base + index * 21_600 + (index % 7), value: index % 97 },
    quality: 'good' as const,
  }))
  await storeReadings(engine.telemetry, readings)
  let [from, to] = [base, base + day]
  for (let kind = 'columns'; kind === 'columns'; to = from + Math.ceil((to - from) / 2)) {
    const { series } = await reportOf(engine.telemetry, { sensor, from, to, width: 100 })
    const inside = readings.filter(({ time }) => time >= from && time < to)
    kind = series.kind
    expect(kind).toBe(inside.length > 200 ? 'columns' : 'raw')
    if (series.kind !== 'raw') continue
    expect(series.time).toEqual(inside.map(({ time }) => time))
    expect(series.value).toEqual(inside.map(({ value }) => value))
  }
})
