import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Sensor } from '#kit/model/sensor.ts'
import { noCutoffs, type RetainedReadings } from '#kit/server/readings/retained-readings.ts'
import { batched } from '#testing/batched.ts'
import { storeReadings } from '#testing/sites/store-readings.ts'
import { testTelemetry, type TestTelemetry } from '#testing/telemetry.ts'
import { ownTurn, tenAtOnce } from '#testing/ten-at-once.ts'
import { base, newSensor, reportOf } from './testing/reports.ts'

let engine: TestTelemetry
beforeAll(async () => void (engine = await testTelemetry()))
afterAll(() => engine.close())

const hour = 3_600_000
const day = 24 * hour
/** Readings are kept from the second day on, minutes from noon of the first. */
const cut = { readings: base + day, minutes: base + day / 2, hours: 0 }

interface Value {
  readonly time: number
  readonly value: number
  readonly quality: 'good' | 'bad'
}
type Sent = Omit<Value, 'value'> & { readonly value: number | null }

/** Removes what of the sensors has expired, for all that ask at once by one statement. */
const removeExpired = batched<number>(async (ids) => {
  for (const [table, until] of [
    ['numeric_readings', cut.readings],
    ['numeric_rollup_minute', cut.minutes],
  ] as const)
    await engine.telemetry.command(
      `ALTER TABLE ${table} DELETE
       WHERE sensor IN (${ids.join()}) AND time < toDateTime(${until / 1000}, 'UTC')
       SETTINGS mutations_sync = 1`,
    )
})

/** Stores the values and removes what of them has expired; what is kept of them. */
async function expired({ id }: Sensor, values: readonly Sent[]): Promise<RetainedReadings> {
  const { telemetry } = engine
  const readings = values.map((one) => ({ sensorId: id, ...one }))
  for (const half of [0, 1])
    await storeReadings(
      telemetry,
      readings.filter((_, index) => index % 2 === half),
    )
  await removeExpired([id])
  await ownTurn()
  return { hasMinutes: () => true, cutoffsOf: (sensor) => (sensor === id ? cut : noCutoffs) }
}

const range = { from: base, to: base + 2 * day }
const good = ({ quality }: Value) => quality === 'good'
const extremes = (values: readonly Value[]) => {
  const all = values.filter(good).map(({ value }) => value)
  return { minimum: Math.min(...all), maximum: Math.max(...all) }
}

const someValues = fc
  .uniqueArray(
    fc.record({
      time: fc.integer({ min: base, max: base + 2 * day - 1 }),
      value: fc.integer({ min: -1000, max: 1000 }).map((value) => value / 8),
      quality: fc.constantFrom('good' as const, 'good' as const, 'bad' as const),
    }),
    { selector: ({ time }) => time, minLength: 2, maxLength: 60 },
  )
  .map((values) => values.toSorted((one, other) => one.time - other.time))
  .filter((values) => values.some((one) => good(one) && one.time < cut.readings))

it('HI60 what is left of expired readings gives count, mean, extremes and last value', async () => {
  await fc.assert(
    tenAtOnce(someValues, async (values) => {
      const sensor = newSensor()
      const retained = await expired(sensor, values)
      const { statistics } = await reportOf(engine.telemetry, { sensor, ...range, retained })
      const usable = values.filter(good)
      expect(statistics).toMatchObject({
        ...{ count: usable.length, badCount: values.length - usable.length },
        ...{ last: usable.at(-1)?.value, ...extremes(values), source: 'mixed' },
        ...{ median: null, lowerQuartile: null, upperQuartile: null },
        rolled: { until: cut.readings, leftOut: 0, estimated: [] },
      })
      const mean = usable.reduce((sum, { value }) => sum + value, 0) / usable.length
      expect(statistics.average).toBeCloseTo(mean, 9)
    }),
    { numRuns: 2 },
  )
})

it('HI61 columns of expired readings hold their first, least, greatest and last', async () => {
  const sensor = newSensor()
  const values = Array.from({ length: 2 * 24 * 60 }, (_, minute) => ({
    time: base + minute * 60_000 + ((minute * 7919) % 60_000),
    value: Math.sin(minute / 60) * 10 + (minute % 97 === 0 ? 50 : 0),
    quality: minute % 11 === 0 ? ('bad' as const) : ('good' as const),
  }))
  const retained = await expired(sensor, values)
  for (const [span, minimumMs] of [
    [{ from: base, to: base + 2 * day }, hour],
    [{ from: base + 13 * hour, to: base + 30 * hour }, 60_000],
  ] as const) {
    const { series } = await reportOf(engine.telemetry, { sensor, ...span, width: 700, retained })
    if (series.kind !== 'columns') throw new Error('columns were expected')
    const length = span.to - span.from
    expect(series.columnMs).toBe(Math.max(minimumMs, length / 700))
    const inside = values.filter(({ time }) => time >= span.from && time < span.to).filter(good)
    // A reading is where its hour or its minute begins.
    const unitOf = (time: number) => (time >= cut.minutes ? 60_000 : hour)
    const columns = Map.groupBy(inside, ({ time }) =>
      Math.floor(((Math.floor(time / unitOf(time)) * unitOf(time) - span.from) * 700) / length),
    )
    expect(series.count).toEqual([...columns.values()].map(({ length }) => length))
    expect(series.firstTime).toEqual([...columns.values()].map(([first]) => first?.time))
    expect(series.last).toEqual([...columns.values()].map((all) => all.at(-1)?.value))
    expect(series.maximum).toEqual([...columns.values()].map((all) => extremes(all).maximum))
    expect(series.flagged.count.reduce((sum, count) => sum + count, 0)).toBe(
      values.filter(({ time }) => time >= span.from && time < span.to).length - inside.length,
    )
  }
})

it('HI62 what a range cuts of an expired hour is shown to be left out', async () => {
  const sensor = newSensor()
  const values = [10, 20, 50].map((minute) => ({
    ...{ time: base + minute * 60_000, value: minute, quality: 'good' as const },
  }))
  const retained = await expired(sensor, values)
  const report = (from: number, to: number) =>
    reportOf(engine.telemetry, {
      sensor,
      from: base + from * 60_000,
      to: base + to * 60_000,
      retained,
    })
  const whole = await report(5, 55)
  expect(whole.statistics).toMatchObject({ count: 3, average: 80 / 3, source: 'rollup' })
  expect(whole.statistics.rolled).toMatchObject({ leftOut: 0 })
  const part = await report(15, 55)
  expect(part.statistics.count + (part.statistics.rolled?.leftOut ?? 0)).toBe(3)
  expect(part.statistics.rolled?.leftOut).toBeGreaterThan(0)
})

it('HI63 what only readings say is not guessed: time outside limits, single readings', async () => {
  const sensor = { ...newSensor(), upperAlarm: 40 }
  const values = (value: number) => [
    { time: base + hour, value, quality: 'good' as const },
    { time: base + day + hour, value: 45, quality: 'good' as const },
    { time: base + day + hour + 2_000, value: 30, quality: 'good' as const },
  ]
  const within = await expired(sensor, values(20))
  const report = await reportOf(engine.telemetry, {
    ...{ sensor, ...range, retained: within, now: range.to },
  })
  expect(report.outside).toMatchObject({ aboveMs: 2_000 })
  await expect(
    reportOf(engine.telemetry, {
      sensor,
      from: base,
      to: base + hour,
      retained: within,
      mode: 'raw',
    }),
  ).rejects.toMatchObject({
    code: 'invalid',
    errors: { from: [{ parameters: { from: new Date(cut.readings).toISOString() } }] },
  })
  const other = { ...newSensor(), upperAlarm: 40 }
  const beyond = await expired(other, values(60))
  const unknown = await reportOf(engine.telemetry, { sensor: other, ...range, retained: beyond })
  expect(unknown.outside).toBeNull()
})

it('HI64 what a total gained where readings have expired is named as estimated', async () => {
  const sensor = newSensor('counter')
  const values = [
    ...[0, 10, 30].map((value, index) => ({ time: base + index * hour, value })),
    // The last of its hour, before it begins again.
    { time: base + 2 * hour + 60_000, value: 38 },
    ...[5, 9].map((value, index) => ({ time: base + day + index * hour, value })),
  ].map((one) => ({ ...one, quality: 'good' as const }))
  const retained = await expired(sensor, values)
  const { statistics } = await reportOf(engine.telemetry, { sensor, ...range, retained })
  expect(statistics).toMatchObject({ accumulated: 47, average: null, last: 9 })
  expect(statistics.rolled?.estimated).toEqual(['accumulated'])
})

it('HI10 HI64 what a total gained begins with its last value before the range', async () => {
  const sensor = newSensor('counter')
  const values = [
    [0, 80],
    [11, 90],
    [13, 95],
    [23, 100],
    [25, 107],
    [26, 110],
  ].map(([hours = 0, value = 0]) => ({
    ...{ time: base + hours * hour, value, quality: 'good' as const },
  }))
  const retained = await expired(sensor, values)
  const gained = async (from: number, to = range.to) =>
    (await reportOf(engine.telemetry, { sensor, from, to, retained })).statistics
  expect(await gained(base + day)).toMatchObject({ accumulated: 10, source: 'raw' })
  expect(await gained(base + day / 2)).toMatchObject({ accumulated: 20, source: 'mixed' })
  expect(await gained(base + day / 2, base + day)).toMatchObject({ accumulated: 10 })
  expect(await gained(base, base + day / 2)).toMatchObject({ accumulated: 10 })
})

it('HI173 a state of which the reading has expired holds until the next change', async () => {
  const [silent, without, spoken] = [newSensor('lamp'), newSensor('lamp'), newSensor('lamp')]
  const at = (hours: number) => base + hours * hour
  const good = { quality: 'good' as const }
  const reports = await Promise.all(
    [
      { sensor: silent, values: [{ time: at(1) + 5, value: 1, ...good }] },
      {
        sensor: without,
        values: [
          { time: at(1), value: 1, ...good },
          { time: at(2), value: null, quality: 'bad' as const },
        ],
      },
      {
        sensor: spoken,
        values: [
          { time: at(1), value: 1, ...good },
          { time: at(25), value: 2, ...good },
        ],
      },
    ].map(async ({ sensor, values }) => {
      const retained = await expired(sensor, values)
      const today = { from: at(26), to: at(48) }
      return reportOf(engine.telemetry, { sensor, ...today, retained })
    }),
  )
  expect(reports.map(({ before }) => before)).toEqual([
    { time: at(1) + 5, value: 1 },
    null,
    { time: at(25), value: 2 },
  ])
  // Its times are those of the picture: of the reading that holds nothing is left to be counted.
  expect(reports.map(({ states }) => states === null)).toEqual([true, false, false])
})

it('HI135 a total that comes around once in an hour that is left alone loses no turn', async () => {
  const wrapAt = 1_000
  // Less than a turn an hour, and less than half of one from reading to reading.
  const advances = fc.array(fc.tuple(fc.nat(240), fc.nat(240), fc.nat(240), fc.nat(240)), {
    ...{ minLength: 2, maxLength: 10 },
  })
  await fc.assert(
    tenAtOnce(advances, fc.nat(wrapAt - 1), async (hours, start) => {
      const sensor = { ...newSensor('counter'), wrapAt }
      let sum = start
      const values = hours.flatMap((steps, index) =>
        steps.map((step, quarter) => {
          sum += step
          const time = base + index * hour + quarter * (hour / 4)
          return { time, value: sum % wrapAt, quality: 'good' as const }
        }),
      )
      const retained = await expired(sensor, values)
      const { statistics } = await reportOf(engine.telemetry, { sensor, ...range, retained })
      expect(statistics.accumulated).toBe(sum - start - (hours[0]?.[0] ?? 0))
    }),
    { numRuns: 3 },
  )
})

it.each([
  ['one and a half turns', { wrapAt: 100 }, [10, 50, 95, 30, 60], 150],
  ['a reset that its extremes show', { wrapAt: null }, [10, 70, 0, 20, 60], 120],
  ['one to its offset', { wrapAt: null, offset: 5 }, [40, 50, 5, 20], 25],
  ['none', { wrapAt: 100 }, [10, 50, 50, 60], 50],
] as const)('HI135 of %s in an hour its extremes are counted', async (_, total, given, gained) => {
  const sensor = { ...newSensor('counter'), ...total }
  const values = given.map((value, index) => {
    return { time: base + index * 600_000, value, quality: 'good' as const }
  })
  const retained = await expired(sensor, values)
  const { statistics } = await reportOf(engine.telemetry, { sensor, ...range, retained })
  expect(statistics.accumulated).toBe(gained)
})
