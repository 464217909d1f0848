import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import fc from 'fast-check'
import type { Quality } from '#kit/model/quality.ts'
import type { Reading } from '#kit/model/reading.ts'
import type { Sensor } from '#kit/model/sensor.ts'
import { storeReadings } from '#testing/sites/store-readings.ts'
import { testTelemetry, type TestTelemetry } from '#testing/telemetry.ts'
import { ownTurn, tenAtOnce } from '#testing/ten-at-once.ts'
import type { ColumnSeries } from '../../contract/series.ts'
import { readColumns } from '../history-store.ts'
import { readMinuteColumns, withoutExpiry } from '../testing/wide-columns.ts'
import type { ReportRequest } from './report.ts'
import { base, newSensor, readingsOf, reportOf } from '../testing/reports.ts'

let engine: TestTelemetry
const minute = 60_000

beforeAll(async () => void (engine = await testTelemetry()))
afterAll(() => engine.close())

const store = (readings: readonly Reading[]) => storeReadings(engine.telemetry, readings)
const report = (request: Partial<ReportRequest> & Pick<ReportRequest, 'sensor'>) =>
  reportOf(engine.telemetry, request)

/** M4 by its definition, slowly; `at`: the column of a time. */
function columnsOf(
  readings: readonly Reading[],
  from: number,
  to: number,
  at: (time: number) => number,
): Omit<ColumnSeries, 'kind' | 'columnMs' | 'flagged'> {
  const usable = readings.filter(
    ({ time, quality }) => quality !== 'bad' && time >= from && time < to,
  )
  const groups = Map.groupBy(usable, ({ time }) => at(time))
  const sorted = [...groups]
    .toSorted(([one], [other]) => one - other)
    .map(([, group]) => group.toSorted((a, b) => a.time - b.time))
  const values = sorted.map((group) => group.map(({ value }) => Number(value)))
  return {
    firstTime: sorted.map((group) => group[0]?.time ?? NaN),
    lastTime: sorted.map((group) => group.at(-1)?.time ?? NaN),
    first: values.map((group) => group[0] ?? NaN),
    minimum: values.map((group) => Math.min(...group)),
    maximum: values.map((group) => Math.max(...group)),
    last: values.map((group) => group.at(-1) ?? NaN),
    count: sorted.map((group) => group.length),
  }
}

const series = fc
  .uniqueArray(fc.integer({ min: 0, max: 3 * 3_600_000 }), { minLength: 1, maxLength: 60 })
  .chain((offsets) =>
    fc.tuple(
      fc.constant(offsets),
      fc.array(fc.integer({ min: -500, max: 500 }), {
        minLength: offsets.length,
        maxLength: offsets.length,
      }),
      fc.array(fc.constantFrom<Quality>('good', 'uncertain', 'bad'), {
        minLength: offsets.length,
        maxLength: offsets.length,
      }),
    ),
  )

describe('columns', () => {
  it('HI1 HI2 equal the definition, from readings and from the rollup of a minute', async () => {
    await fc.assert(
      tenAtOnce(
        series,
        fc.integer({ min: 1, max: 40 }),
        fc.integer({ min: 0, max: 90 * minute }),
        fc.integer({ min: 1, max: 180 * minute }),
        async ([offsets, values, qualities], width, start, length) => {
          const { id: sensorId } = newSensor()
          const readings = offsets.map((offset, index): Reading => ({
            sensorId,
            time: base + offset,
            value: (values[index] ?? 0) / 10,
            quality: qualities[index] ?? 'good',
          }))
          await store(readings)
          await ownTurn()
          const range = { sensorId, from: base + start, to: base + start + length }
          const columnOf = (time: number) =>
            Math.max(0, Math.floor(((time - range.from) * width) / length))
          const rules = [
            [readColumns, columnOf],
            [readMinuteColumns, (time: number) => columnOf(Math.floor(time / minute) * minute)],
          ] as const
          for (const [read, rule] of rules) {
            const arrays = Object.entries(await read(engine.telemetry, range, width))
            const expected = columnsOf(readings, range.from, range.to, rule)
            expect(
              Object.fromEntries(arrays.map(([name, json]) => [name, JSON.parse(String(json))])),
            ).toEqual(expected)
          }
        },
      ),
      { numRuns: 4 },
    )
  })

  it('HI1 are cut to the millisecond when they are narrow', async () => {
    const sensor = newSensor()
    const values = Array.from({ length: 1000 }, (_, index) => Math.sin(index))
    const readings = readingsOf(sensor, values, 997)
    await store(readings)
    const to = base + 1000 * 997
    const { series: got } = await report({ sensor, to, width: 33 })
    const columnMs = (to - base) / 33
    const flagged = { quality: [], firstTime: [], lastTime: [], count: [] }
    const columns = columnsOf(readings, base, to, (time) => Math.floor((time - base) / columnMs))
    expect(got).toEqual({ kind: 'columns', columnMs, ...columns, flagged })
  })
})

describe('series of a report', () => {
  it('HI1 HI2 readings of one time are in the order of their values, also in columns', async () => {
    const sensor = newSensor()
    await store(readingsOf(sensor, [3, 7, -5, -2], 0))
    const { series: raw } = await report({ sensor, mode: 'raw' })
    expect(raw).toMatchObject({ kind: 'raw', value: [-5, -2, 3, 7] })
    const minutes = await report({ sensor, mode: 'columns' })
    const narrow = await report({ sensor, mode: 'columns', to: base + minute })
    for (const { series: columns } of [minutes, narrow])
      expect(columns).toMatchObject({ first: [-5], minimum: [-5], maximum: [7], last: [7] })
    const slow = { ...withoutExpiry, hasMinutes: () => false }
    const { series: hours } = await report({ sensor, mode: 'columns', retained: slow })
    expect(hours).toMatchObject({ first: [-5], last: [7] })
  })

  it('HI3 sends readings one by one when they fit, else columns, or what is wanted', async () => {
    const sensor = newSensor()
    await store(readingsOf(sensor, [...Array.from({ length: 300 }).keys()], 1000))
    const kind = async (request: Partial<ReportRequest>) =>
      (await report({ sensor, ...request })).series.kind
    expect(await kind({ width: 150 })).toBe('raw')
    expect(await kind({ width: 149 })).toBe('columns')
    expect(await kind({ width: 10, mode: 'raw' })).toBe('raw')
    expect(await kind({ width: 1000, mode: 'columns' })).toBe('columns')
    expect(await kind({ width: 100, to: base + 100_000 })).toBe('raw')
  })

  it('HI3 counts the readings of a minute, or an hour, that the range cuts', async () => {
    const sensor = newSensor()
    await store(readingsOf(sensor, [...Array.from({ length: 100 }).keys()], 1000))
    for (const to of [base + 3_600_000, base + 3 * 86_400_000])
      expect((await report({ sensor, from: base + 5_000, to, width: 25 })).series.kind).toBe(
        'columns',
      )
  })

  it('HI3 readings one by one are in the order of time, whenever they came', async () => {
    const sensor = newSensor()
    const [first, second, third] = readingsOf(sensor, [1, 2, 3])
    for (const one of [third, first, second]) await store(one ? [one] : [])
    expect((await report({ sensor })).series).toMatchObject({ value: [1, 2, 3] })
  })
})

describe('limits of a report', () => {
  it.each([
    ['raw', 1],
    ['raw', 3],
    ['auto', 1],
  ] as const)(
    'BU1 counts the bytes of readings (%s, %i days) before their text is made, and of the report',
    async (mode, days) => {
      const sensor = newSensor()
      await store(readingsOf(sensor, [...Array.from({ length: 300 }).keys()]))
      const held: number[] = []
      const request = { sensor, mode, width: 1_000, to: base + days * 86_400_000 }
      const text = JSON.stringify(
        await report({ ...request, hold: (bytes) => void held.push(bytes) }),
      )
      expect(held.at(-2)).toBe(300 * 32)
      expect(held.at(-1)).toBeGreaterThanOrEqual(text.length)
      const hold = (bytes: number) => {
        if (bytes >= 300 * 32) throw new Error('no room')
      }
      await expect(report({ ...request, hold })).rejects.toThrow('no room')
    },
  )

  it('QU4 many readings are asked for as what takes long, few are not', async () => {
    const [few, many] = [newSensor(), newSensor()]
    await store(readingsOf(few, [1, 2]))
    await engine.telemetry.command(
      `INSERT INTO numeric_readings
       SELECT ${many.id}, fromUnixTimestamp64Milli(toInt64(${base} + number), 'UTC'), 1, 0
       FROM numbers(500001)`,
    )
    const isLengthy = async (sensor: Sensor) => {
      const reader = engine.telemetry.readerFor('session')
      let lengthy = 0
      const rows: typeof reader.rows = (query, parameters) => {
        lengthy++
        return reader.rows(query, parameters)
      }
      const numberColumns: typeof reader.numberColumns = (query, parameters) => {
        lengthy++
        return reader.numberColumns(query, parameters)
      }
      const counting = {
        ...engine.telemetry,
        readerFor: () => ({ ...reader, lengthy: { ...reader, rows, numberColumns } }),
      }
      await reportOf(counting, { sensor })
      return lengthy > 0
    }
    expect([await isLengthy(few), await isLengthy(many)]).toEqual([false, true])
  })

  it('HI3 refuses to send more readings one by one than it can; none is left out', async () => {
    const sensor = newSensor()
    await engine.telemetry.command(
      `INSERT INTO numeric_readings
       SELECT ${sensor.id}, fromUnixTimestamp64Milli(toInt64(${base} + number), 'UTC'), 1, 0
       FROM numbers(500001)`,
    )
    await expect(report({ sensor, mode: 'raw' })).rejects.toMatchObject({
      code: 'invalid',
      errors: { mode: [{ code: 'too_many_readings', parameters: { maximum: 500_000 } }] },
    })
    expect((await report({ sensor, mode: 'raw', from: base + 1 })).statistics.count).toBe(500_000)
  })
})

describe('statistics of a report', () => {
  it('HI4 leaves bad readings out of the statistics and counts them', async () => {
    const sensor = newSensor()
    const values: [number, Quality][] = [
      [1, 'good'],
      [2, 'uncertain'],
      [3, 'good'],
      [10, 'good'],
      [9999, 'bad'],
    ]
    await store(
      values.map(([value, quality], index) => ({
        sensorId: sensor.id,
        time: base + index,
        value,
        quality,
      })),
    )
    expect((await report({ sensor })).statistics).toEqual({
      ...{
        count: 4,
        badCount: 1,
        average: 4,
        minimum: 1,
        maximum: 10,
        median: 2.5,
        lowerQuartile: 1.75,
        upperQuartile: 4.75,
        standardDeviation: expect.closeTo(Math.sqrt(50 / 3), 12),
        percentile5: expect.closeTo(1.15, 12),
        percentile95: expect.closeTo(8.95, 12),
        percentile99: expect.closeTo(9.79, 12),
        last: 10,
        accumulated: null,
        source: 'raw',
      },
    })
    const listed = await report({ sensor, mode: 'raw' })
    expect(listed.statistics).toEqual((await report({ sensor, mode: 'columns' })).statistics)
    expect((await report({ sensor, from: base + 3_600_000 })).statistics).toMatchObject({
      count: 0,
      badCount: 0,
      average: null,
      median: null,
    })
  })

  it('HI4 of several values at the last time the greatest is the last one', async () => {
    const sensor = newSensor()
    await store(readingsOf(sensor, [3, 7, 5], 0))
    for (const mode of ['raw', 'columns'] as const)
      expect((await report({ sensor, mode })).statistics.last).toBe(7)
  })

  it.each(['counter', 'timer'] as const)(
    'HI10 a %s has what it accumulated, and no average of its total',
    async (type) => {
      const sensor = newSensor(type)
      await store(readingsOf(sensor, [10, 14, 3]))
      expect((await report({ sensor })).statistics).toMatchObject({
        last: 3,
        accumulated: 7,
        average: null,
        median: null,
      })
    },
  )
})
