import { pino } from 'pino'
import { expect, it } from 'vitest'
import { embeddedPipeline, reading } from '#testing/sites/readings-pipeline.ts'
import { MinuteRollups } from './minute-rollups.ts'
import { buildMinutes } from './minute-rollups-store.ts'

const { store, engine, expectRollupsEqual, open, valuesOf, insertingBy } = embeddedPipeline()

let nextSensor = 1_000
/** Of a sensor that has no minutes yet. */
const newSensor = () => nextSensor++

const { signal } = new AbortController()
const minutesOf = async (sensor: number) =>
  (
    await engine().rows<{ rows: number; sum: number }>(
      `SELECT toUInt32(count()) AS rows, toUInt32(sum(count)) AS sum FROM numeric_rollup_minute
       WHERE sensor = ${sensor}`,
    )
  )[0]
/** One reading a second for `minutes`. */
const everySecond = (sensor: number, minutes: number, from = 0) =>
  Array.from({ length: minutes * 60 }, (_, index) =>
    reading(sensor, from + index * 1000, Math.sin(index), index % 50 === 0 ? 'bad' : 'good'),
  )

type Writer = Parameters<typeof MinuteRollups.open>[0]['writer']

async function opened(writer: Writer) {
  return MinuteRollups.open({ telemetry: engine(), writer, logger: pino({ level: 'silent' }) })
}

it('RD40 what sends seldom has no minutes, what sends often has all of them', async () => {
  const [slow, fast] = [newSensor(), newSensor()]
  const writer = await store([
    ...Array.from({ length: 1_500 }, (_, index) => reading(slow, index * 60_000, index)),
    ...everySecond(fast, 40),
  ])
  const minutes = await opened(writer)
  expect(await minutes.addFast(0, signal)).toBe(1)
  expect([minutes.has(slow), minutes.has(fast)]).toEqual([false, true])
  expect(await minutesOf(slow)).toEqual({ rows: 0, sum: 0 })
  expect(await minutesOf(fast)).toMatchObject({ sum: 2400 })
  await writer.write(everySecond(fast, 5, -3_600_000))
  await writer.write([reading(fast, 500, 99), reading(slow, 500, 99)])
  await writer.flush()
  expect(await minutesOf(fast)).toMatchObject({ sum: 2701 })
  for (const sensor of [slow, fast]) await expectRollupsEqual(sensor)
  expect((await opened(writer)).has(fast)).toBe(true)
  expect(await minutes.addFast(0, signal)).toBe(0)
})

it('RD40 readings that come while minutes are made are in them once', async () => {
  const sensor = newSensor()
  const writer = await store(everySecond(sensor, 40))
  const minutes = await opened(writer)
  const made = minutes.addFast(0, signal)
  for (let index = 0; index < 20; index++)
    await writer.write(everySecond(sensor, 1, -index * 60_000 - 7_200_000))
  await made
  await writer.flush()
  expect(await minutesOf(sensor)).toMatchObject({ sum: 3600 })
  await expectRollupsEqual(sensor)
})

it('RD40 minutes whose making a crash cut short are made again', async () => {
  const sensor = newSensor()
  const writer = await store(everySecond(sensor, 40))
  const killed = {
    ...engine(),
    command: async (statement: string) => {
      if (statement.includes('INTO minute_sensors')) throw new Error('killed')
      await engine().command(statement)
    },
  }
  await expect(buildMinutes(killed, [sensor])).rejects.toThrow('killed')
  await writer.write(everySecond(sensor, 5, -3_600_000))
  await writer.flush()
  await (await opened(writer)).addFast(0, signal)
  expect(await minutesOf(sensor)).toMatchObject({ sum: 2700 })
  await expectRollupsEqual(sensor)
})

it('RD41 work that must be alone waits for a batch that fails, and holds up the next', async () => {
  const sensor = newSensor()
  let isAway = true
  const asked = Promise.withResolvers<void>()
  const { writer } = await open({
    telemetry: insertingBy(async (target, lines) => {
      asked.resolve()
      if (isAway) throw new Error('away')
      await engine().insert(target, lines)
    }),
  })
  await writer.write([reading(sensor, 0, 1)])
  await asked.promise
  const begun = Promise.withResolvers<void>()
  const ended = Promise.withResolvers<void>()
  const alone = writer.exclusively('all', signal, async () => {
    begun.resolve()
    await ended.promise
    return valuesOf(sensor)
  })
  isAway = false
  await begun.promise
  await writer.write([reading(sensor, 1, 2)])
  const flushed = writer.flush()
  expect(await valuesOf(sensor)).toEqual([1])
  ended.resolve()
  expect(await alone).toEqual([1])
  await flushed
  expect(await valuesOf(sensor)).toEqual([1, 2])
  const left = new AbortController()
  isAway = true
  await writer.write([reading(sensor, 2, 3)])
  const given = writer.exclusively('all', left.signal, () => Promise.resolve())
  left.abort(new Error('closing'))
  await expect(given).rejects.toThrow('closing')
})

it('RD40 RD30 of what is deleted for good while others wait no minutes are made', async () => {
  const [deleted, other] = [newSensor(), newSensor()]
  const writer = await store([...everySecond(deleted, 40), ...everySecond(other, 40)])
  const minutes = await opened({
    isWithdrawn: (sensor) => writer.isWithdrawn(sensor),
    // Both were found, and wait.
    exclusively: async (...works) => {
      await writer.withdraw([deleted])
      return writer.exclusively(...works)
    },
  })
  await minutes.addFast(0, signal)
  expect([minutes.has(deleted), minutes.has(other)]).toEqual([false, true])
  expect(await minutesOf(deleted)).toEqual({ rows: 0, sum: 0 })
  expect(await minutesOf(other)).toMatchObject({ sum: 2400 })
  expect((await opened(writer)).has(deleted)).toBe(false)
})
