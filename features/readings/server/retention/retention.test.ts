import { expect, it } from 'vitest'
import { pino } from 'pino'
import {
  base,
  embeddedPipeline,
  killedWhileInserting,
  newSensor,
  reading,
} from '#testing/sites/readings-pipeline.ts'
import type { RetentionCutoffs } from '#kit/server/readings/retained-readings.ts'
import type { Telemetry } from '#kit/server/clickhouse/telemetry.ts'
import type { RetentionRule } from '../../contract/retention.ts'
import { MinuteRollups } from '../rollups/minute-rollups.ts'
import { rollupsOf, storedOf, withoutRollups } from '../testing/stored-rows-store.ts'
import { removalsInProgress } from '../deletion/stored-rows-store.ts'
import { cutoffsOf, Rules } from './cutoffs.ts'
import { SensorCutoffs } from './sensor-cutoffs.ts'
import { beginExpiry, expiring, readCondition } from './sensor-cutoffs-store.ts'
import { noneRemoved, removeExpired } from './remove-expired.ts'

const pipeline = embeddedPipeline()
const { open, store, valuesOf, engine, expectRollupsEqual } = pipeline
const { signal } = new AbortController()
const dayMs = 86_400_000
/** Ten minutes past the hour, 120 days before `base`. */
const old = -120 * dayMs + 600_000
const cutoff = Math.floor((base - 90 * dayMs) / dayMs) * dayMs
const readingsGone: RetentionCutoffs = { readings: cutoff, minutes: 0, hours: 0 }

/** Removes what expires by these moments; the writer's old queue waits meanwhile. */
async function expire(sensors: readonly number[], cutoffs: RetentionCutoffs, telemetry = engine()) {
  const moments = await SensorCutoffs.open(telemetry)
  await moments.move(new Map(sensors.map((sensor) => [sensor, cutoffs])))
  return remove(telemetry)
}

async function remove(telemetry: Telemetry) {
  const removed = noneRemoved()
  await removeExpired(telemetry, {
    ...{ signal, heldBefore: Date.UTC(2026, 1) },
    before: async (table, _, rows) => void (removed[table] += rows),
  })
  return removed
}

const rolledOf = async (sensor: number) =>
  (await rollupsOf(engine(), sensor)).map(({ rolled }) => rolled)

const oldReadings = (sensor: number) => [
  reading(sensor, old, 4),
  reading(sensor, old + 1_000, 6, 'bad'),
  reading(sensor, old + 61_000, 8),
]

it('RD42 expired readings are gone, their rollups and newer readings stay', async () => {
  const [sensor, other] = [newSensor(), newSensor()]
  await store([...oldReadings(sensor), reading(sensor, 0, 1), ...oldReadings(other)])
  const before = await rolledOf(sensor)
  expect(await expire([sensor], readingsGone)).toMatchObject({ numeric_readings: 3 })
  expect(await valuesOf(sensor)).toEqual([1])
  expect(await rolledOf(sensor)).toEqual(before)
  expect(await valuesOf(other)).toEqual([4, 6, 8])
  expect(await expire([sensor], readingsGone)).toMatchObject({ numeric_readings: 0 })
})

it('RD42 within a month what each sensor keeps is its own, and stays', async () => {
  const [sensor, other, untouched] = [newSensor(), newSensor(), newSensor()]
  // The month begins at `cutoff`.
  const days = [1, 9, 20].map((day) => cutoff - base + day * dayMs)
  for (const each of [sensor, other, untouched])
    await store(days.map((offset, index) => reading(each, offset, index)))
  const before = await rolledOf(sensor)
  const until = (day: number): RetentionCutoffs => ({
    ...readingsGone,
    readings: cutoff + day * dayMs,
  })
  const moments = await SensorCutoffs.open(engine())
  await moments.move(
    new Map([
      [sensor, until(15)],
      [other, until(5)],
    ]),
  )
  expect(await remove(engine())).toMatchObject({ numeric_readings: 3 })
  expect(await valuesOf(sensor)).toEqual([2])
  expect(await valuesOf(other)).toEqual([1, 2])
  expect(await valuesOf(untouched)).toEqual([0, 1, 2])
  expect(await rolledOf(sensor)).toEqual(before)
})

it('RD42 minutes and hours go at their own time, an expired month whole', async () => {
  const sensor = newSensor()
  await store([reading(sensor, -800 * dayMs, 5), reading(sensor, 0, 1)])
  const far = Math.floor((base - 730 * dayMs) / dayMs) * dayMs
  const commands: string[] = []
  const noting: Telemetry = {
    ...engine(),
    command: async (statement) => {
      commands.push(statement)
      await engine().command(statement)
    },
  }
  await expire([sensor], { readings: cutoff, minutes: far, hours: 0 }, noting)
  const month = new Date(base - 800 * dayMs).toISOString().slice(0, 7).replace('-', '')
  for (const table of ['numeric_readings', 'numeric_rollup_minute'])
    expect(commands).toContain(`ALTER TABLE ${table} DROP PARTITION ${month}`)
  const [minutes, hours] = (await rolledOf(sensor)) as unknown[][]
  expect([minutes?.length, hours?.length]).toEqual([1, 2])
  await expire([sensor], { readings: cutoff, minutes: far, hours: far })
  expect(((await rolledOf(sensor)) as unknown[][])[1]?.length).toBe(1)
})

it('RD43 the last text of a sensor stays, older ones go', async () => {
  const sensor = newSensor()
  await store([reading(sensor, old, 'RUN'), reading(sensor, old + 1, 'STOP')])
  await expire([sensor], readingsGone)
  expect(await valuesOf(sensor)).toEqual(['STOP'])
})

it('RD44 late readings of an hour that has expired are counted in no rollup twice', async () => {
  const sensor = newSensor()
  await store([...oldReadings(sensor), reading(sensor, 0, 1)])
  const before = await rolledOf(sensor)
  await expire([sensor], readingsGone)
  const { writer } = await open()
  await writer.write([
    ...oldReadings(sensor),
    reading(sensor, old + 5_000, 99),
    // Before the first reading of all, in the same hour.
    reading(sensor, old - 1, 98),
    // An hour of which nothing is stored: it is taken, and expires with the next run.
    reading(sensor, old + 7_200_000, 7),
  ])
  await writer.flush()
  expect(await valuesOf(sensor)).toEqual([7, 1])
  const late = reading(sensor, old + 7_200_000, 7)
  await writer.write([late, reading(sensor, old + 7_200_500, 9)])
  await writer.flush()
  expect(await valuesOf(sensor)).toEqual([7, 9, 1])
  await expire([sensor], readingsGone)
  await writer.write([late])
  await writer.flush()
  expect(await valuesOf(sensor)).toEqual([1])
  const [, hours] = (await rolledOf(sensor)) as { number: number }[][]
  const [, beforeHours] = before as { number: number }[][]
  const sum = (rows: { number: number }[] = []) =>
    rows.reduce((total, row) => total + Number(row.number), 0)
  expect(sum(hours)).toBe(sum(beforeHours) + 2)
})

it.each([
  ['the readings', ['minute', 'hour']],
  ['all but the hour', ['hour']],
  ['everything', []],
] as [string, ('minute' | 'hour')[]][])(
  'RD44 a batch that a crash cut short does not take expired readings for missing: %s was stored',
  async (_name, missing) => {
    const sensor = newSensor()
    await store([...oldReadings(sensor), reading(sensor, 0, 1)])
    await expire([sensor], readingsGone)
    const before = await rolledOf(sensor)
    const directory = await killedWhileInserting(
      pipeline,
      (target, lines) => withoutRollups(engine(), missing, () => engine().insert(target, lines)),
      [...oldReadings(sensor), reading(sensor, old + 10_800_000, 3), reading(sensor, 60_000, 2)],
    )
    await open({ directory })
    expect(await valuesOf(sensor)).toEqual([3, 1, 2])
    const after = (await rolledOf(sensor)) as unknown[][]
    for (const [index, rows] of (before as unknown[][]).entries())
      expect(after[index]).toEqual(expect.arrayContaining(rows.slice(0, -1)))
    const fresh = newSensor()
    await store([reading(fresh, 0, 1)])
    await expectRollupsEqual(fresh)
  },
)

it('RD45 what was removed when the program was killed is gone on with', async () => {
  const sensor = newSensor()
  await store([...oldReadings(sensor), reading(sensor, 0, 1)])
  const before = await rolledOf(sensor)
  const killed: Telemetry = {
    ...engine(),
    command: async (statement) => {
      if (statement.includes('DELETE IN PARTITION')) throw new Error('killed')
      await engine().command(statement)
    },
  }
  await store([reading(newSensor(), old, 1)])
  await expect(expire([sensor], readingsGone, killed)).rejects.toThrow('killed')
  expect((await SensorCutoffs.open(engine())).of(sensor)).toEqual(readingsGone)
  await expire([sensor], readingsGone)
  expect(await storedOf(engine(), sensor)).toMatchObject([{ value: 1 }])
  expect(await rolledOf(sensor)).toEqual(before)
})

it('RD45 a removal that a kill has left at the engine ends before anything is sent', async () => {
  const sensor = newSensor()
  await store([...oldReadings(sensor), reading(sensor, old + 5 * dayMs, 1)])
  const moments = await SensorCutoffs.open(engine())
  const cutoffs = { ...readingsGone, readings: base + old + 2 * dayMs }
  await moments.move(new Map([[sensor, cutoffs]]))
  const removals = async () => (await removalsInProgress(engine(), 'numeric_readings')).count
  await engine().command('SYSTEM STOP MERGES numeric_readings')
  try {
    const condition = await readCondition(engine(), expiring[0])
    const month = new Date(base + old).toISOString().slice(0, 7).replace('-', '')
    await beginExpiry(engine(), 'numeric_readings', month, condition?.expired ?? '')
    expect(await removals()).toBe(1)
    await SensorCutoffs.open(engine())
    expect(await removals()).toBe(0)
  } finally {
    await engine().command('SYSTEM START MERGES numeric_readings')
  }
  expect(await valuesOf(sensor)).toEqual([4, 6, 8, 1])
})

const rule: RetentionRule = {
  ...{ product: '', type: 'analog' },
  ...{ readingsDays: 90, minutesDays: 730, hoursDays: null },
}

it('RD46 without minutes readings are kept as long as minutes would be', () => {
  expect(cutoffsOf(rule, true, base)).toMatchObject({ readings: cutoff, hours: 0 })
  const { readings, minutes } = cutoffsOf(rule, false, base)
  expect(readings).toBe(minutes)
  expect(cutoffsOf({ ...rule, minutesDays: null }, false, base).readings).toBe(0)
})

it('RD46 the rule of a product counts before that of the type', () => {
  const own = { ...rule, product: 'Press', readingsDays: 30 }
  const rules = new Rules([rule, own])
  expect(rules.of('analog', 'Press')).toBe(own)
  expect(rules.of('analog', 'Oven')).toBe(rule)
  expect(rules.minimumDays).toBe(30)
})

it('RD47 less is never kept again as more: what was removed stays known as removed', async () => {
  const sensor = newSensor()
  const cutoffs = await SensorCutoffs.open(engine())
  await cutoffs.move(new Map([[sensor, readingsGone]]))
  await cutoffs.move(new Map([[sensor, { readings: cutoff - 30 * dayMs, minutes: 0, hours: 0 }]]))
  expect(cutoffs.of(sensor).readings).toBe(cutoff)
  expect((await SensorCutoffs.open(engine())).of(sensor).readings).toBe(cutoff)
})

it('RD47 a sensor that becomes fast after readings expired has minutes of the rest', async () => {
  const sensor = 2_000
  const seconds = Array.from({ length: 2_400 }, (_, index) => reading(sensor, index * 1000, index))
  const writer = await store([reading(sensor, old, 5), ...seconds])
  const minutes = await MinuteRollups.open({
    ...{ telemetry: engine(), writer, logger: pino({ level: 'silent' }) },
  })
  await expire([sensor], readingsGone)
  await minutes.addFast(base - dayMs, signal)
  expect(minutes.has(sensor)).toBe(true)
  const [byMinute, byHour] = (await rolledOf(sensor)) as unknown[][]
  expect([byMinute?.length, byHour?.length]).toEqual([40, 2])
})
