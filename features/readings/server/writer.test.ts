import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { Reading } from '#kit/model/reading.ts'
import { createBus, type EventMap } from '#kit/server/bus.ts'
import type { Catalogue } from '#kit/server/catalogue.ts'
import type { Telemetry } from '#kit/server/clickhouse/telemetry.ts'
import { diskFiles, type JournalFiles } from '#kit/server/journal/journal-files.ts'
import { testTelemetry, type TestTelemetry } from '#testing/telemetry.ts'
import { temporaryDirectory } from '#testing/temporary-directory.ts'
import { openDataPath } from './data-path.ts'
import { laneDefaults, type LaneOptions } from './journal/open-lane.ts'
import {
  rollupsOf,
  storedOf,
  withoutRollups,
  withoutTokens,
  withTokensAlone,
} from './testing/stored-store.ts'
import { writerDefaults, type JournalWriter, type WriterOptions } from './writer.ts'

let engine: TestTelemetry
let nextSensor = 1
const base = Date.UTC(2026, 2, 1, 10)
/** The month of `base`: earlier months than the one before are old. */
const now = base + 3_600_000

beforeAll(async () => void (engine = await testTelemetry()))
afterAll(() => engine.close())

interface Opened {
  readonly writer: JournalWriter
  readonly events: EventMap['stored'][]
}

interface Opening {
  readonly directory?: string
  readonly telemetry?: Telemetry
  readonly lane?: Partial<LaneOptions>
  readonly writer?: Partial<WriterOptions>
  readonly hasDiskSpace?: () => boolean
}

const emptyCatalogue = { sensorIds: () => [], sensor: () => undefined } as unknown as Catalogue

/** The way of readings to the store as a start of the server opens it. */
async function open({
  directory = temporaryDirectory(),
  telemetry,
  lane,
  writer,
  hasDiskSpace,
}: Opening = {}): Promise<Opened> {
  const bus = createBus((error) => {
    throw error
  })
  const events: EventMap['stored'][] = []
  bus.on('stored', (event) => void events.push(event))
  const path = await openDataPath(
    {
      ...{
        bus,
        catalogue: emptyCatalogue,
        clock: () => now,
        logger: pino({ level: 'silent' }),
        journalDirectory: directory,
      },
      telemetry: telemetry ?? engine.telemetry,
      hasDiskSpace: hasDiskSpace ?? (() => true),
    },
    {
      lane: { ...laneDefaults, gatherMs: 1, ...lane },
      writer: { ...writerDefaults, closeLimitMs: 100, ...writer },
    },
  )
  onTestFinished(() => path.writer.close())
  return { writer: path.writer, events }
}

async function store(readings: readonly Reading[], opening: Opening = {}): Promise<JournalWriter> {
  const { writer } = await open(opening)
  await writer.write(readings)
  await writer.flush()
  return writer
}

const reading = (
  sensorId: number,
  offset: number,
  value: Reading['value'],
  quality: Reading['quality'] = 'good',
): Reading => ({
  ...{ sensorId, value, quality },
  time: base + offset,
})

const stored = (sensorId: number) => storedOf(engine.telemetry, sensorId)
const valuesOf = async (sensorId: number) => (await stored(sensorId)).map(({ value }) => value)

async function expectRollupsEqual(sensorId: number): Promise<void> {
  for (const { truth, rolled } of await rollupsOf(engine.telemetry, sensorId))
    expect(rolled).toEqual(truth)
}

/** The engine, whose inserts are carried out by `insert`. */
const insertingBy = (insert: Telemetry['insert']): Telemetry => ({ ...engine.telemetry, insert })

describe('writer', () => {
  it('RD1 acknowledges what is in the journal; after a flush numbers, texts and "no value" are in the store', async () => {
    const sensor = nextSensor++
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

  it('RD2 stores a repeated reading once, in a batch, in a later batch and after a restart', async () => {
    const [sensor, directory] = [nextSensor++, temporaryDirectory()]
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

  it('RD2 stores a repetition once that comes in the same moment as its first, whichever is older', async () => {
    const sensor = nextSensor++
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

  it('RD3 keeps two values of one sensor at one time', async () => {
    const sensor = nextSensor++
    await store([reading(sensor, 0, 1), reading(sensor, 0, 2)])
    expect(await valuesOf(sensor)).toEqual([1, 2])
  })

  it('RD4 takes readings while the store is away, and brings each there once when it is back', async () => {
    const sensor = nextSensor++
    let away = true
    let lost = 1
    const telemetry = insertingBy(async (target, lines) => {
      if (away) throw new Error('connection refused')
      await engine.telemetry.insert(target, lines)
      if (lost-- > 0) throw new Error('connection lost after the insert')
    })
    const { writer } = await open({ telemetry, writer: { flushLimitMs: 50 } })
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

  it('RD4 rejects what did not reach the disk, and takes it when it is sent again', async () => {
    const sensor = nextSensor++
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
    const { writer, events } = await open({ directory, lane: { journal: { files } } })
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

  it('RD5 takes nothing beyond the bytes that may wait for the disk, and nothing while the disk lacks its reserve', async () => {
    const sensor = nextSensor++
    const gate = Promise.withResolvers<void>()
    const files: JournalFiles = {
      ...diskFiles,
      async create(path) {
        await gate.promise
        return diskFiles.create(path)
      },
    }
    let hasSpace = true
    const { writer } = await open({
      lane: { journal: { files } },
      writer: { maximumWaitingBytes: 500 },
      hasDiskSpace: () => hasSpace,
    })
    const first = writer.write([reading(sensor, 0, 'x'.repeat(600))])
    expect(writer.hasRoom()).toBe(false)
    await expect(writer.write([reading(sensor, 1, 1)])).rejects.toMatchObject({
      code: 'store_unavailable',
    })
    gate.resolve()
    await first
    expect(writer.hasRoom()).toBe(true)
    hasSpace = false
    await expect(writer.write([reading(sensor, 2, 1)])).rejects.toMatchObject({
      code: 'store_unavailable',
    })
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
          const sensor = nextSensor++
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

  it('RD10 closes with everything in the store that was taken, and takes nothing more', async () => {
    const sensor = nextSensor++
    const { writer } = await open({ lane: { gatherMs: 60_000 } })
    const written = writer.write([reading(sensor, 0, 1)])
    await writer.close()
    await written
    expect(await stored(sensor)).toHaveLength(1)
    await expect(writer.write([reading(sensor, 1, 1)])).rejects.toMatchObject({
      code: 'store_unavailable',
    })
  })
})

async function eventuallyFlushed(writer: JournalWriter): Promise<void> {
  for (;;) {
    try {
      return await writer.flush()
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'store_unavailable'))
        throw error
    }
  }
}

describe('after a crash', () => {
  /**
   * A run that is killed while it inserts: `insert` is what happens until then; the next run finds
   * the journal as it was.
   */
  async function killedWhile(
    insert: Telemetry['insert'],
    readings: readonly Reading[],
  ): Promise<string> {
    const directory = temporaryDirectory()
    const begun = Promise.withResolvers<void>()
    const ended = Promise.withResolvers<never>()
    ended.promise.catch(() => {})
    const telemetry = insertingBy(async (target, lines) => {
      await insert(target, lines)
      begun.resolve()
      await ended.promise
    })
    const { writer } = await open({ directory, telemetry })
    onTestFinished(() => ended.reject(new Error('this run was killed')))
    await writer.write(readings)
    await begun.promise
    return directory
  }

  const twice = (sensor: number) => [
    reading(sensor, 0, 1),
    reading(sensor, 61_000, 5),
    reading(sensor, 7_200_000, 3, 'bad'),
  ]

  it.each([
    ['before anything was stored', async () => {}],
    ['when all was stored', async (target, lines) => engine.telemetry.insert(target, lines)],
    [
      'between the readings and their rollups',
      async (target, lines) =>
        withoutRollups(engine.telemetry, ['minute', 'hour'], () =>
          engine.telemetry.insert(target, lines),
        ),
    ],
    [
      'between one rollup and the other',
      async (target, lines) =>
        withoutRollups(engine.telemetry, ['hour'], () => engine.telemetry.insert(target, lines)),
    ],
  ] as [string, Telemetry['insert']][])(
    'RD7 stores once and completes the rollups: killed %s',
    async (_name, insert) => {
      const sensor = nextSensor++
      const directory = await killedWhile(insert, twice(sensor))
      // Much is stored and merged before it comes back, as after a long night.
      await store([reading(nextSensor++, 0, 1)])
      await engine.telemetry.command('OPTIMIZE TABLE numeric_readings FINAL')
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
    const sensor = nextSensor++
    await store(twice(sensor))
    const directory = await killedWhile(
      (target, lines) =>
        withoutRollups(engine.telemetry, ['hour'], () => engine.telemetry.insert(target, lines)),
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
    const sensor = nextSensor++
    const months = Array.from({ length: 9 }, (_, index) =>
      reading(sensor, -(index + 3) * 31 * 24 * 3_600_000, index),
    )
    const directory = await killedWhile(
      (target, lines) =>
        withoutRollups(engine.telemetry, ['minute', 'hour'], () =>
          engine.telemetry.insert(target, lines),
        ),
      months,
    )
    await open({ directory })
    expect(await valuesOf(sensor)).toEqual([8, 7, 6, 5, 4, 3, 2, 1, 0])
    await expectRollupsEqual(sensor)
  })
})

describe('when the engine and its tokens disagree', () => {
  const some = (sensor: number) => [
    reading(sensor, 0, 1),
    reading(sensor, 61_000, 5),
    reading(sensor, 7_200_000, 3, 'bad'),
    reading(sensor, 5, 'a'),
  ]

  const tables = [
    'numeric_readings',
    'text_readings',
    'numeric_rollup_minute',
    'numeric_rollup_hour',
  ]

  it.each(tables)(
    'RD7 stores what a failed write lost of %s, though the engine recognises its token',
    async (table) => {
      const sensor = nextSensor++
      let failures = 1
      const telemetry = insertingBy(async (target, lines) => {
        await engine.telemetry.insert(target, lines)
        if (
          failures === 0 ||
          target.table !== (table === 'text_readings' ? table : 'numeric_readings')
        )
          return
        failures--
        await withTokensAlone(engine.telemetry, table, sensor)
        throw new Error('EIO: i/o error, rename')
      })
      await store(some(sensor), { telemetry })
      expect(await valuesOf(sensor)).toEqual([1, 5, 3, 'a'])
      await expectRollupsEqual(sensor)
    },
  )

  it.each([
    ['all was stored', []],
    ['the readings were', ['minute', 'hour']],
    ['all but one rollup was', ['hour']],
  ] as [string, ('minute' | 'hour')[]][])(
    'RD7 stores once what a power cut left without tokens: %s',
    async (_name, missing) => {
      const [sensor, directory] = [nextSensor++, temporaryDirectory()]
      const begun = Promise.withResolvers<void>()
      const killed = Promise.withResolvers<never>()
      const telemetry = insertingBy(async (target, lines) => {
        await withoutRollups(engine.telemetry, missing, () =>
          engine.telemetry.insert(target, lines),
        )
        begun.resolve()
        await killed.promise
      })
      const { writer } = await open({ directory, telemetry })
      onTestFinished(() => killed.reject(new Error('this run was killed')))
      await writer.write(some(sensor).slice(0, 3))
      await begun.promise
      await withoutTokens(engine.telemetry)
      const again: Telemetry = {
        ...engine.telemetry,
        rows: async (query, parameters) =>
          query.includes('uptime()')
            ? [{ seconds: 1 } as never]
            : engine.telemetry.rows(query, parameters),
      }
      await open({ directory, telemetry: again })
      expect(await valuesOf(sensor)).toEqual([1, 5, 3])
      await expectRollupsEqual(sensor)
    },
  )

  it('RD7 months that have arrived are not sent again while another month fails, for however long', async () => {
    const sensor = nextSensor++
    let failures = 3
    const telemetry = insertingBy(async (target, lines) => {
      if (failures > 0 && lines.includes(`${sensor}\t${base - 3 * 31 * 24 * 3_600_000}`)) {
        failures--
        // So many others were stored meanwhile that the engine no longer has the tokens.
        await withoutTokens(engine.telemetry)
        throw new Error('no space left on device')
      }
      await engine.telemetry.insert(target, lines)
    })
    const months = Array.from({ length: 9 }, (_, index) =>
      reading(sensor, -(index + 3) * 31 * 24 * 3_600_000, index),
    )
    await store(months, { telemetry })
    expect(await valuesOf(sensor)).toEqual([8, 7, 6, 5, 4, 3, 2, 1, 0])
    await expectRollupsEqual(sensor)
  })

  it('RD7 what has arrived for certain is not looked for at the next start', async () => {
    const [sensor, directory] = [nextSensor++, temporaryDirectory()]
    const writer = await store([reading(sensor, 0, 1)], { directory })
    await writer.close()
    const sent: string[] = []
    await open({ directory, telemetry: insertingBy(async ({ table }) => void sent.push(table)) })
    expect(sent).toEqual([])
  })
})

describe('others', () => {
  it('RD12 readings of past months do not hold up those of today', async () => {
    const [old, fresh] = [nextSensor++, nextSensor++]
    const gate = Promise.withResolvers<void>()
    const telemetry = insertingBy(async (target, lines) => {
      if (String(lines).startsWith(`${old}\t`)) await gate.promise
      await engine.telemetry.insert(target, lines)
    })
    const { writer } = await open({ telemetry })
    const months = Array.from({ length: 40 }, (_, index) =>
      reading(old, -(index + 3) * 31 * 24 * 3_600_000, index),
    )
    await writer.write([...months, reading(fresh, 0, 7)])
    await writer.flush({ sensorIds: [fresh] })
    expect(await valuesOf(fresh)).toEqual([7])
    expect(await valuesOf(old)).toEqual([])
    gate.resolve()
    await writer.flush()
    expect(await valuesOf(old)).toHaveLength(40)
  })

  it('RD12 one insert touches few months', async () => {
    const old = nextSensor++
    const months: number[] = []
    const telemetry = insertingBy(async (target, lines) => {
      const times = String(lines)
        .trim()
        .split('\n')
        .map((line) => new Date(Number(line.split('\t')[1])).toISOString().slice(0, 7))
      months.push(new Set(times).size)
      await engine.telemetry.insert(target, lines)
    })
    await store(
      Array.from({ length: 30 }, (_, index) =>
        reading(old, -(index + 3) * 31 * 24 * 3_600_000, index),
      ),
      { telemetry },
    )
    expect(Math.max(...months)).toBeLessThanOrEqual(4)
    expect(await valuesOf(old)).toHaveLength(30)
  })

  it('RD13 a line that the store can never take is put aside alone, and those around it are stored', async () => {
    const [good, bad, directory] = [nextSensor++, nextSensor++, temporaryDirectory()]
    const unreadable = { ...reading(bad, 0, 1), time: Number.NaN }
    const writer = await store(
      [...Array.from({ length: 9 }, (_, index) => reading(good, index, index)), unreadable],
      {
        directory,
      },
    )
    expect(await valuesOf(good)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8])
    expect(readFileSync(join(directory, 'rejected.tsv'), 'utf8')).toMatch(
      /^numeric_readings\t[^\t]+\t\d+\tNaN\t1\t0\n$/,
    )
    expect(writer.status.journalBytes).toBeLessThan(1000)
    await expectRollupsEqual(good)
  })
})
