import { pino } from 'pino'
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest'
import type { Reading } from '#kit/model/reading.ts'
import { createBus, type EventMap } from '#kit/server/bus.ts'
import type { Catalogue } from '#kit/server/catalogue.ts'
import type { Telemetry } from '#kit/server/clickhouse/telemetry.ts'
import { testTelemetry, type TestTelemetry } from '#testing/telemetry.ts'
import { temporaryDirectory } from '#testing/temporary-directory.ts'
import { openReadingPipeline } from '#features/readings/server/reading-pipeline.ts'
import {
  writeQueueDefaults,
  type WriteQueueOptions,
} from '#features/readings/server/journal/open-write-queue.ts'
import {
  writerDefaults,
  type JournalWriter,
  type WriterOptions,
} from '#features/readings/server/writer/writer.ts'
import { rollupsOf, storedOf } from '#features/readings/server/testing/stored-rows-store.ts'

/** Time of the first reading of every test, ms UTC. */
export const base = Date.UTC(2026, 2, 1, 10)
/** In the month of `base`: readings of earlier months than the one before are old. */
export const now = base + 3_600_000
/** Longer than any month. */
export const monthMs = 31 * 24 * 3_600_000

/** A reading, `offset` ms after `base`. */
export const reading = (
  sensorId: number,
  offset: number,
  value: Reading['value'],
  quality: Reading['quality'] = 'good',
): Reading => ({ ...{ sensorId, value, quality }, time: base + offset })

/** Readings of nine old months, the newest first; their values count from 0. */
export const ofOldMonths = (sensorId: number, count = 9): Reading[] =>
  Array.from({ length: count }, (_, index) => reading(sensorId, -(index + 3) * monthMs, index))

let nextSensor = 1
/** An id that no other test of the file uses, of a sensor that has minutes. */
export const newSensor = (): number => nextSensor++

export interface Opening {
  readonly directory?: string
  readonly queue?: Partial<WriteQueueOptions>
  readonly writer?: Partial<WriterOptions>
  readonly hasDiskSpace?: () => boolean
}

interface Opened {
  readonly writer: JournalWriter
  readonly events: EventMap['stored'][]
}

const emptyCatalogue = { sensorIds: () => [], sensor: () => undefined } as unknown as Catalogue

/** The way of readings to the store as a start of the server opens it; closed with the test. */
export async function openPipeline(
  telemetry: Telemetry,
  { directory = temporaryDirectory(), queue, writer, hasDiskSpace }: Opening = {},
): Promise<Opened> {
  const bus = createBus((error) => {
    throw error
  })
  const events: EventMap['stored'][] = []
  bus.on('stored', (event) => void events.push(event))
  const path = await openReadingPipeline(
    {
      ...{ telemetry, bus, catalogue: emptyCatalogue, clock: () => now },
      ...{ logger: pino({ level: 'silent' }), journalDirectory: directory },
      hasDiskSpace: hasDiskSpace ?? (() => true),
    },
    {
      queue: { ...writeQueueDefaults, gatherMs: 1, ...queue },
      // On a busy machine forty months take as long as a query of a person would wait.
      writer: { ...writerDefaults, flushTimeoutMs: 120_000, closeTimeoutMs: 100, ...writer },
    },
  )
  onTestFinished(() => path.writer.close())
  return { writer: path.writer, events }
}

/** An embedded engine for the tests of a file, and what they do with it. */
export function embeddedPipeline() {
  let engine: TestTelemetry
  beforeAll(async () => void (engine = await testTelemetry()))
  afterAll(() => engine.close())
  const open = ({ telemetry, ...opening }: Opening & { readonly telemetry?: Telemetry } = {}) =>
    openPipeline(telemetry ?? engine.telemetry, opening)
  const stored = (sensorId: number) => storedOf(engine.telemetry, sensorId)
  return {
    open,
    stored,
    engine: () => engine.telemetry,
    /** The engine, whose inserts are carried out by `insert`. */
    insertingBy: (insert: Telemetry['insert']): Telemetry => ({ ...engine.telemetry, insert }),
    /** Writes the readings, and waits until they are in the store. */
    async store(readings: readonly Reading[], opening: Parameters<typeof open>[0] = {}) {
      const { writer } = await open(opening)
      await writer.write(readings)
      await writer.flush()
      return writer
    },
    valuesOf: async (sensorId: number) => (await stored(sensorId)).map(({ value }) => value),
    async expectRollupsEqual(sensorId: number) {
      for (const { truth, rolled } of await rollupsOf(engine.telemetry, sensorId))
        expect(rolled).toEqual(truth)
    },
  }
}

/** Waits for the store, for however long it is away. */
export async function eventuallyFlushed(writer: JournalWriter): Promise<void> {
  for (;;) {
    try {
      return await writer.flush()
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'store_unavailable'))
        throw error
    }
  }
}

/**
 * A run that is killed while it inserts: `insert` is what happens until then. Resolves with the
 * directory in which the next run finds the journal as it was.
 */
export async function killedWhileInserting(
  { open, insertingBy }: Pick<ReturnType<typeof embeddedPipeline>, 'open' | 'insertingBy'>,
  insert: Telemetry['insert'],
  readings: readonly Reading[],
): Promise<string> {
  const directory = temporaryDirectory()
  const begun = Promise.withResolvers<void>()
  const ended = Promise.withResolvers<never>()
  ended.promise.catch(() => {})
  const inserts: Promise<void>[] = []
  let isKilled = false
  const telemetry = insertingBy(async (target, lines) => {
    if (isKilled) await ended.promise
    const inserted = insert(target, lines)
    inserts.push(inserted)
    await inserted
    begun.resolve()
    await ended.promise
  })
  const { writer } = await open({ directory, telemetry })
  onTestFinished(() => ended.reject(new Error('this run was killed')))
  await writer.write(readings)
  await begun.promise
  isKilled = true
  // The other queue's may be under way: nothing of this run happens during the next.
  await Promise.all(inserts)
  return directory
}
