import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Reading } from '#kit/model/reading.ts'
import { diskFiles, type JournalFiles } from '#kit/server/journal/journal-files.ts'
import type { Telemetry } from '#kit/server/clickhouse/telemetry.ts'
import { eventually } from '#testing/eventually.ts'
import { temporaryDirectory } from '#testing/temporary-directory.ts'
import {
  base,
  embeddedPipeline,
  eventuallyFlushed,
  newSensor,
  now,
  reading,
} from '#testing/sites/readings-pipeline.ts'

const { open, store, stored, valuesOf, expectRollupsEqual, insertingBy, engine } =
  embeddedPipeline()

it('RD1 acknowledges what is in the journal; after a flush all of it is in the store', async () => {
  const sensor = newSensor()
  const { writer, events } = await open()
  const text = 'tab\tnewline\nback\\slash\r\u0000 溫度'
  await writer.write([
    reading(sensor, 0, 1.25),
    reading(sensor, 1, text, 'uncertain'),
    reading(sensor, 2, null, 'bad'),
  ])
  expect(events).toEqual([{ count: 3, upTo: now }])
  await writer.flush({ sensorIds: [sensor] })
  expect(await stored(sensor)).toEqual([
    { at: base, value: 1.25, quality: 0 },
    { at: base + 2, value: null, quality: 2 },
    { at: base + 1, value: text, quality: 1 },
  ])
})

it('RD1 readings go to the store by themselves, also those that come meanwhile', async () => {
  const sensor = newSensor()
  const gate = Promise.withResolvers<void>()
  let inserts = 0
  const telemetry = insertingBy(async (target, lines) => {
    if (inserts++ === 0) await gate.promise
    await engine().insert(target, lines)
  })
  const { writer } = await open({ telemetry })
  await writer.write([reading(sensor, 0, 0)])
  await eventually('the first one is on its way', () => inserts === 1)
  await writer.write([reading(sensor, 1, 1)])
  gate.resolve()
  await eventually('both are there', async () => (await stored(sensor)).length === 2)
})

it('RD1 a batch that is full waits no longer for others', async () => {
  const sensor = newSensor()
  const { writer } = await open({ queue: { gatherMs: 3_600_000, fullBytes: 200 } })
  for (let index = 0; index < 20; index++) await writer.write([reading(sensor, index, index)])
  await eventually('it is there', async () => (await stored(sensor)).length > 0)
})

it('RD2 readings that are new for certain are not looked up', async () => {
  const sensor = newSensor()
  const lookups: string[] = []
  const telemetry: Telemetry = {
    ...engine(),
    rows: (query, parameters) => {
      if (query.includes('format(TabSeparated')) lookups.push(query)
      return engine().rows(query, parameters)
    },
  }
  const writer = await store([reading(sensor, 10, 1), reading(sensor, 11, 'a')], { telemetry })
  await writer.write([reading(sensor, 12, 2), reading(sensor, 9, 3)])
  await writer.flush()
  expect(lookups).toEqual([])
  await writer.write([reading(sensor, 10, 1)])
  await writer.flush()
  expect(lookups).toHaveLength(1)
})

it('RD2 stores a repeated reading once: in a batch, in a later one, after a restart', async () => {
  const [sensor, directory] = [newSensor(), temporaryDirectory()]
  const batch = [
    reading(sensor, 0, 1),
    reading(sensor, 1000, 2),
    reading(sensor, 1000, 2),
    reading(sensor, 500, 'a'),
    reading(sensor, 400, null),
  ]
  const { writer } = await open({ directory })
  await Promise.all([writer.write(batch), writer.write(batch)])
  await writer.flush()
  await writer.write(batch)
  await writer.close()
  const restarted = await open({ directory })
  await restarted.writer.write([...batch, reading(sensor, 2000, 3), reading(sensor, 250, 4)])
  await restarted.writer.flush()
  expect(await valuesOf(sensor)).toEqual([1, 4, null, 2, 3, 'a'])
  await expectRollupsEqual(sensor)
})

it('RD2 stores a repetition once that comes in the same batch as its first', async () => {
  const sensor = newSensor()
  await store([
    reading(sensor, 10, 1),
    reading(sensor, 0, 2),
    reading(sensor, 5, 3),
    reading(sensor, 0, 2),
    reading(sensor, 10, 1),
    reading(sensor, 5, 3),
  ])
  expect(await valuesOf(sensor)).toEqual([2, 3, 1])
})

it('RD3 stores two values of one sensor at one time, and two qualities of one', async () => {
  const sensor = newSensor()
  await store([reading(sensor, 0, 1), reading(sensor, 0, 2)])
  expect(await valuesOf(sensor)).toEqual([1, 2])
  await store([reading(sensor, 0, 2, 'bad'), reading(sensor, 0, 2)])
  expect((await stored(sensor)).map(({ quality }) => quality).toSorted()).toEqual([0, 0, 2])
  await expectRollupsEqual(sensor)
})

it('RD4 takes readings while the store is away, and stores each once when it is back', async () => {
  const sensor = newSensor()
  let away = true
  let lost = 1
  const telemetry = insertingBy(async (target, lines) => {
    if (away) throw new Error('connection refused')
    await engine().insert(target, lines)
    if (lost-- > 0) throw new Error('connection lost after the insert')
  })
  const { writer } = await open({ telemetry, writer: { flushTimeoutMs: 50 } })
  for (let index = 0; index < 20; index++) await writer.write([reading(sensor, index, index)])
  await expect(writer.flush()).rejects.toMatchObject({ code: 'store_unavailable' })
  expect(writer.status.storeFailingForMs).toBeGreaterThan(0)
  expect(writer.status.journalBytes).toBeGreaterThan(0)
  // Readings of other sensors, and of before, are all in the store.
  await writer.flush({ sensorIds: [sensor + 1_000_000] })
  await writer.flush({ sensorIds: [sensor], to: base })
  away = false
  await eventuallyFlushed(writer)
  expect(await valuesOf(sensor)).toEqual(Array.from({ length: 20 }, (_, index) => index))
  expect(writer.status.storeFailingForMs).toBe(null)
  await expectRollupsEqual(sensor)
})

it('RD1 what a flush waits for does not give way, what goes by itself does', async () => {
  const awaited: (boolean | undefined)[] = []
  const telemetry = insertingBy(async (target, lines) => {
    awaited.push(target.isAwaited)
    await engine().insert(target, lines)
  })
  const patient = await open({ telemetry, queue: { gatherMs: 60_000 } })
  await patient.writer.write([reading(newSensor(), 0, 1)])
  await patient.writer.flush()
  const { writer } = await open({ telemetry })
  await writer.write([reading(newSensor(), 0, 1)])
  await eventually('it has gone by itself', () => awaited.length === 2)
  expect(awaited).toEqual([true, false])
})

it('RD69 whoever gave up waiting for the store leaves nothing there', async () => {
  const awaited: (boolean | undefined)[] = []
  const telemetry = insertingBy(async (target) => {
    awaited.push(target.isAwaited)
    throw new Error('connection refused')
  })
  const { writer } = await open({ telemetry, writer: { flushTimeoutMs: 50 } })
  await writer.write([reading(newSensor(), 0, 1)])
  const refused = { code: 'store_unavailable' }
  await Promise.all([1, 2, 3].map(() => expect(writer.flush()).rejects.toMatchObject(refused)))
  await eventually('it is sent for nobody', () => awaited.at(-1) === false)
})

it('RD1 a flush waits for readings of its sensors alone', async () => {
  const [one, other] = [newSensor(), newSensor()]
  let isAway = false
  const telemetry = insertingBy(async (target, lines) => {
    if (isAway) throw new Error('connection refused')
    await engine().insert(target, lines)
  })
  const { writer } = await open({ telemetry, writer: { flushTimeoutMs: 50 } })
  await writer.write([reading(one, 0, 1)])
  await eventuallyFlushed(writer)
  isAway = true
  await writer.write([reading(other, 0, 1)])
  await writer.flush({ sensorIds: new Set([one]).values() })
  await expect(writer.flush({ sensorIds: new Set([other]).values() })).rejects.toMatchObject({
    code: 'store_unavailable',
    retryAfterSeconds: 5,
  })
})

it('RD4 rejects what did not reach the disk, and takes it when it is sent again', async () => {
  const sensor = newSensor()
  let failing = false
  const files: JournalFiles = {
    ...diskFiles,
    async create(path) {
      const file = await diskFiles.create(path)
      return {
        async append(bytes) {
          await file.append(bytes)
          // As a disk whose sync fails: the bytes may have arrived or not.
          if (failing) throw new Error('EIO: i/o error, fsync')
        },
        close: () => file.close(),
      }
    },
  }
  const directory = temporaryDirectory()
  const { writer, events } = await open({ directory, queue: { journal: { files } } })
  await writer.write([reading(sensor, 0, 1)])
  failing = true
  await expect(writer.write([reading(sensor, 1, 2)])).rejects.toMatchObject({
    code: 'store_unavailable',
  })
  expect(events).toHaveLength(1)
  failing = false
  await writer.write([reading(sensor, 1, 2)])
  await writer.flush()
  expect(await valuesOf(sensor)).toEqual([1, 2])
  await writer.close()
  await store([reading(sensor, 1, 2)], { directory })
  expect(await valuesOf(sensor)).toEqual([1, 2])
})

it('RD6 keeps rollups equal to the readings, whatever comes in whatever order', async () => {
  const anyReading = fc.record({
    offset: fc.integer({ min: -80 * 24 * 3_600_000, max: 3 * 3_600_000 }),
    value: fc
      .double({ min: -1e6, max: 1e6, noNaN: true })
      .map((value) => Math.round(value * 100) / 100),
    quality: fc.constantFrom('good', 'uncertain', 'bad'),
  })
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(anyReading, { minLength: 1, maxLength: 30 }), {
        minLength: 1,
        maxLength: 4,
      }),
      async (batches) => {
        const sensor = newSensor()
        const { writer } = await open()
        for (const batch of batches) {
          await writer.write(
            batch.map(({ offset, value, quality }) =>
              reading(sensor, offset, value, quality as Reading['quality']),
            ),
          )
          await writer.flush()
        }
        await writer.close()
        expect((await stored(sensor)).length).toBeGreaterThan(0)
        await expectRollupsEqual(sensor)
      },
    ),
    { numRuns: 8 },
  )
})

it('RD10 closes with everything that was taken in the store, and takes nothing more', async () => {
  const sensor = newSensor()
  const { writer } = await open({ queue: { gatherMs: 60_000 } })
  const written = writer.write([reading(sensor, 0, 1)])
  await writer.close()
  await written
  expect(await stored(sensor)).toHaveLength(1)
  await expect(writer.write([reading(sensor, 1, 1)])).rejects.toMatchObject({
    code: 'store_unavailable',
  })
})
