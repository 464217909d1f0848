import { expect, it } from 'vitest'
import type { Telemetry } from '#kit/server/clickhouse/telemetry.ts'
import {
  embeddedPipeline,
  killedWhileInserting,
  newSensor,
  ofOldMonths,
  reading,
} from '#testing/sites/readings-pipeline.ts'
import { withoutRollups } from '../testing/stored-rows-store.ts'

const pipeline = embeddedPipeline()
const { open, store, valuesOf, expectRollupsEqual, engine } = pipeline

const twice = (sensor: number) => [
  reading(sensor, 0, 1),
  reading(sensor, 61_000, 5),
  reading(sensor, 7_200_000, 3, 'bad'),
]

it.each([
  ['before anything was stored', async () => {}],
  ['when all was stored', async (target, lines) => engine().insert(target, lines)],
  [
    'between the readings and their rollups',
    async (target, lines) =>
      withoutRollups(engine(), ['minute', 'hour'], () => engine().insert(target, lines)),
  ],
  [
    'between one rollup and the other',
    async (target, lines) =>
      withoutRollups(engine(), ['hour'], () => engine().insert(target, lines)),
  ],
] as [string, Telemetry['insert']][])(
  'RD7 stores once and completes the rollups: killed %s',
  async (_name, insert) => {
    const sensor = newSensor()
    const directory = await killedWhileInserting(pipeline, insert, twice(sensor))
    // Much is stored and merged before it comes back, as after a long night.
    await store([reading(newSensor(), 0, 1)])
    await engine().command('OPTIMIZE TABLE numeric_readings FINAL')
    const { writer } = await open({ directory })
    expect(await valuesOf(sensor)).toEqual([1, 5, 3])
    await expectRollupsEqual(sensor)
    // The devices, which had no answer, send all of it again.
    await writer.write([...twice(sensor), reading(sensor, 500, 9)])
    await writer.flush()
    expect(await valuesOf(sensor)).toEqual([1, 9, 5, 3])
    await expectRollupsEqual(sensor)
  },
)

it('RD7 a batch that left out repetitions is sent again without them', async () => {
  const sensor = newSensor()
  await store(twice(sensor))
  const directory = await killedWhileInserting(
    pipeline,
    (target, lines) => withoutRollups(engine(), ['hour'], () => engine().insert(target, lines)),
    [...twice(sensor), reading(sensor, 62_000, 8)],
  )
  const { writer } = await open({ directory })
  expect(await valuesOf(sensor)).toEqual([1, 5, 8, 3])
  await expectRollupsEqual(sensor)
  await writer.write([reading(sensor, 62_000, 8)])
  await writer.flush()
  expect(await valuesOf(sensor)).toEqual([1, 5, 8, 3])
})

it('RD7 readings of many months are completed too', async () => {
  const sensor = newSensor()
  const months = ofOldMonths(sensor)
  const directory = await killedWhileInserting(
    pipeline,
    (target, lines) =>
      withoutRollups(engine(), ['minute', 'hour'], () => engine().insert(target, lines)),
    months,
  )
  await open({ directory })
  expect(await valuesOf(sensor)).toEqual([8, 7, 6, 5, 4, 3, 2, 1, 0])
  await expectRollupsEqual(sensor)
})

it('RD7 rollups are completed however many minutes the readings lie in', async () => {
  const sensor = newSensor()
  const minutes = Array.from({ length: 1_100 }, (_, index) =>
    reading(sensor, index * 60_000, index),
  )
  const directory = await killedWhileInserting(
    pipeline,
    (target, lines) =>
      withoutRollups(engine(), ['minute', 'hour'], () => engine().insert(target, lines)),
    minutes,
  )
  // Another engine, which does not recognise the token.
  const telemetry: Telemetry = {
    ...engine(),
    rows: async (query, parameters) =>
      query.includes('uptime()') ? [{ seconds: 0 } as never] : engine().rows(query, parameters),
  }
  await open({ directory, telemetry })
  await expectRollupsEqual(sensor)
})

it('RD7 readings that the store takes and never shows do not hold up others', async () => {
  const sensor = newSensor()
  const readings = [reading(sensor, 0, 1), reading(sensor, 0, 'a')]
  const directory = await killedWhileInserting(pipeline, async () => {}, readings)
  const telemetry = pipeline.insertingBy(async (target, lines) => {
    if (target.table === 'text_readings') await engine().insert(target, lines)
  })
  const { writer } = await open({ directory, telemetry })
  expect(await valuesOf(sensor)).toEqual(['a'])
  expect(writer.status.storeFailingForMs).toBe(null)
})
