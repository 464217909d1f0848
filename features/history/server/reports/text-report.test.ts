import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Reading } from '#kit/model/reading.ts'
import { storeReadings } from '#testing/sites/store-readings.ts'
import { testTelemetry, type TestTelemetry } from '#testing/telemetry.ts'
import { base, newSensor, readingsOf, reportOf } from '../testing/reports.ts'
import type { ReportRequest } from './report.ts'

let engine: TestTelemetry

beforeAll(async () => void (engine = await testTelemetry()))
afterAll(() => engine.close())

const store = (readings: readonly Reading[]) => storeReadings(engine.telemetry, readings)
const report = (request: Partial<ReportRequest> & Pick<ReportRequest, 'sensor'>) =>
  reportOf(engine.telemetry, request)

it('HI5 lists the changes of a text sensor', async () => {
  const sensor = newSensor('string')
  await store(readingsOf(sensor, ['A', 'A', 'B', 'B', 'A']))
  const { series, quality } = await report({ sensor })
  expect(quality).toEqual({ before: null, time: [base], quality: [0] })
  expect(series).toEqual({
    kind: 'changes',
    truncated: false,
    keptSince: null,
    rows: [
      { time: base + 4, previous: 'B', current: 'A', quality: 0 },
      { time: base + 2, previous: 'A', current: 'B', quality: 0 },
      { time: base, previous: null, current: 'A', quality: 0 },
    ],
  })
})

it('HI5 the oldest of too many changes are left out, and the list is marked', async () => {
  const sensor = newSensor('string')
  await store(
    readingsOf(
      sensor,
      Array.from({ length: 1_002 }, (_, index) => `${index}`),
    ),
  )
  const { series } = await report({ sensor, from: base + 1 })
  expect(series).toMatchObject({ truncated: true })
  const rows = series.kind === 'changes' ? series.rows : []
  expect([rows.length, rows[0]?.current, rows.at(-1)?.current]).toEqual([1_000, '1001', '2'])
  const whole = (await report({ sensor, from: base + 2 })).series
  expect(whole).toMatchObject({ truncated: false, rows: { length: 1_000 } })
})

it('HI5 a lamp with texts answers with its changes, one with numbers does not', async () => {
  const [words, numbers] = [newSensor('lamp'), newSensor('lamp')]
  await store([...readingsOf(words, ['red', 'green']), ...readingsOf(numbers, [1, 2])])
  expect((await report({ sensor: words })).series).toMatchObject({ rows: { length: 2 } })
  expect((await report({ sensor: numbers })).series).toMatchObject({ kind: 'raw', value: [1, 2] })
})

it('HI133 a report of numbers says how many texts stand beside them', async () => {
  const [mixed, plain] = [newSensor('analog'), newSensor('analog')]
  await store([...readingsOf(mixed, ['FAULT', 4, 'OFF', 5]), ...readingsOf(plain, [1, 2])])
  const textsOf = async (request: Parameters<typeof report>[0]) =>
    (await report(request)).textsBeside
  expect(await textsOf({ sensor: mixed })).toBe(2)
  expect(await textsOf({ sensor: plain })).toBe(0)
  const cut = { readings: base + 2, minutes: 0, hours: 0 }
  const retained = { hasMinutes: () => true, cutoffsOf: () => cut }
  expect(await textsOf({ sensor: mixed, retained })).toBeNull()
  expect(await textsOf({ sensor: newSensor('string') })).toBeNull()
})

it('HI171 a report that begins before texts are kept says since when they are', async () => {
  const sensor = newSensor('string')
  await store(readingsOf(sensor, ['A', 'B', 'C']))
  const sinceOf = async (readings: number) => {
    const retained = {
      hasMinutes: () => true,
      cutoffsOf: () => ({ readings, minutes: 0, hours: 0 }),
    }
    return (await report({ sensor, from: base, retained })).series
  }
  expect(await sinceOf(base)).toMatchObject({ keptSince: null })
  expect(await sinceOf(base + 1)).toMatchObject({ keptSince: base + 1 })
  expect(await sinceOf(base + 86_400_000)).toMatchObject({ keptSince: base + 86_400_000 })
})

it('HI42 the report of a lamp of text values has the quality of its readings', async () => {
  const sensor = newSensor('lamp')
  const [first, ...others] = readingsOf(sensor, ['red', 'red', 'red', 'green', 'green'])
  const withQualities = others.map((reading, index) => ({
    ...reading,
    quality: (['uncertain', 'bad', 'good', 'good'] as const)[index] ?? 'good',
  }))
  await store(first ? [first, ...withQualities] : withQualities)
  const { quality } = await report({ sensor, from: base + 1 })
  expect(quality).toEqual({
    ...{ before: 0, time: [base + 1, base + 2, base + 3], quality: [1, 2, 0] },
  })
})

it('HI42 so does one of numbers, also of the time before the range', async () => {
  const sensor = newSensor('lamp')
  const withQualities = readingsOf(sensor, [1, 1, 1, 1]).map((reading, index) => ({
    ...reading,
    quality: (['good', 'bad', 'bad', 'good'] as const)[index] ?? 'good',
  }))
  await store(withQualities)
  expect((await report({ sensor, from: base + 2 })).quality).toEqual({
    ...{ before: 2, time: [base + 3], quality: [0] },
  })
  expect((await report({ sensor: { ...sensor, type: 'analog' } })).quality).toBeNull()
})

it('HI42 of numbers with too many changes of quality the columns say how they were', async () => {
  const sensor = newSensor('detector')
  const flicker = readingsOf(
    sensor,
    Array.from({ length: 10_001 }, () => 1),
  )
  const withQualities = flicker.map((reading, index) => ({
    ...reading,
    quality: index % 2 === 0 ? ('bad' as const) : ('good' as const),
  }))
  await store(withQualities)
  const { quality, series } = await report({ sensor, to: base + 20_000, width: 10 })
  expect(quality).toBeNull()
  expect(series).toMatchObject({ flagged: { quality: [2, 2, 2, 2, 2, 2] } })
})

it('HI5 changes to and from "no value" are listed; it counts as a bad reading', async () => {
  const sensor = newSensor('string')
  await store(readingsOf(sensor, ['A', null, null, 'A', '']))
  const { series, statistics } = await report({ sensor })
  expect(series).toMatchObject({
    rows: [
      { time: base + 4, previous: 'A', current: '', quality: 0 },
      { time: base + 3, previous: null, current: 'A', quality: 0 },
      { time: base + 1, previous: 'A', current: null, quality: 2 },
      { time: base, previous: null, current: 'A', quality: 0 },
    ],
  })
  expect(statistics).toMatchObject({ count: 3, badCount: 2 })
})

it('HI5 "no value" of a text that is empty is a change, and the other way round', async () => {
  const sensor = newSensor('string')
  await store(readingsOf(sensor, ['', null, '']))
  expect((await report({ sensor })).series).toMatchObject({
    rows: [{ current: '' }, { previous: '', current: null }, { current: '' }],
  })
})

it('HI5 numbers of a sensor that became a text sensor are no changes', async () => {
  const sensor = newSensor('string')
  await store([
    ...readingsOf(sensor, ['A']),
    { sensorId: sensor.id, time: base + 5, value: 1, quality: 'bad' },
  ])
  const { series, statistics } = await report({ sensor })
  expect(series).toMatchObject({ rows: [{ current: 'A' }] })
  expect(statistics).toMatchObject({ count: 1, badCount: 0 })
})

it('HI12 the first reading of a range is a change if it differs from the one before', async () => {
  const sensor = newSensor('string')
  await store(readingsOf(sensor, ['A', 'A', 'B']))
  const { before, series } = await report({ sensor, from: base + 1 })
  expect(before).toEqual({ time: base, value: 'A' })
  expect(series).toMatchObject({ rows: [{ time: base + 2, previous: 'A', current: 'B' }] })
  expect((await report({ sensor, from: base + 2 })).series).toMatchObject({
    rows: [{ previous: 'A', current: 'B' }],
  })
  expect(
    (await report({ sensor: { ...sensor, type: 'analog' }, from: base + 2 })).before,
  ).toBeNull()
})

it('HI12 nothing holds at the beginning of a range after "no value"', async () => {
  const sensor = newSensor('string')
  await store(readingsOf(sensor, ['A', null, null, 'A']))
  const { before, series } = await report({ sensor, from: base + 2 })
  expect(before).toBeNull()
  expect(series).toMatchObject({
    rows: [
      { time: base + 3, previous: null, current: 'A' },
      { time: base + 2, previous: null, current: null },
    ],
  })
})
