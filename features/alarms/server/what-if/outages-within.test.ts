import fc from 'fast-check'
import { expect, test } from 'vitest'
import { plainSensor, type Sensor } from '#kit/model/sensor.ts'
import type { HandoverSources } from '#kit/server/handover/handover-sources.ts'
import type { TelemetryReader } from '#kit/server/clickhouse/telemetry.ts'
import { outagesWithin } from './outages-within.ts'

const hour = 3_600_000
const silenceMs = 5 * 60_000
const from = 1_795_000_000_000
const sensor: Sensor = {
  ...plainSensor,
  ...{ id: 1, deviceId: 9, lesiId: 'PUMP-1', key: 'flow', alias: 'Flow', type: 'analog' },
  ...{ unit: '', decimals: 1, lowerAlarm: null, upperAlarm: null, scaleLow: null },
  ...{ scaleHigh: null, intervalMs: 1_000, states: {}, isNew: false },
}
const reader: TelemetryReader = {
  rows: () => Promise.reject(new Error('nobody asks')),
  columns: () => Promise.reject(new Error('nobody asks')),
  jsonColumns: () => Promise.reject(new Error('nobody asks')),
  json: () => Promise.reject(new Error('nobody asks')),
  numbers: () => Promise.reject(new Error('nobody asks')),
  numberColumns: () => Promise.reject(new Error('nobody asks')),
}
const catalogue = {
  deviceById: (id: number) => ({ id, lesiId: 'PUMP-1', name: 'Pump', product: '', silenceMs }),
}

/** As the store answers: of what was before a span nothing is known in it. */
const silencesIn =
  (readings: readonly number[], longest: number[]): HandoverSources['outages'] =>
  async (_reader, _sensors, span) => {
    longest.push(span.until - span.from)
    const inside = readings.filter((at) => at >= span.from && at < span.until)
    return [...inside, span.until].flatMap((next, place) => {
      const before = inside[place - 1]
      const begin = before === undefined ? span.from : before + silenceMs
      const isLong = next - (before ?? span.from) > silenceMs
      return isLong && begin < next ? [{ deviceId: 9, from: begin, until: next }] : []
    })
  }

test('AL31 outages of a long period are those of its parts, whole and to the minute', async () => {
  const steps = fc.array(
    fc.oneof(
      fc.integer({ min: 1_000, max: 2 * silenceMs }),
      fc.integer({ min: silenceMs, max: 50 * hour }),
    ),
    { maxLength: 40, size: 'max' },
  )
  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      let time = from
      const readings = all.map((step) => (time += step))
      const to = time + 20 * hour
      const longest: number[] = []
      const outages = silencesIn(readings, longest)
      const whole = await outages(reader, [sensor], { from, until: to })
      expect(await outagesWithin({ reader, catalogue, outages }, sensor, { from, to })).toEqual(
        whole.map(({ from: begin, until }) => ({ from: begin, until })),
      )
      expect(Math.max(...longest.slice(1))).toBeLessThanOrEqual(48 * hour)
    }),
    { numRuns: 300 },
  )
})
