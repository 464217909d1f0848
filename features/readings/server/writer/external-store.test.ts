import { readdirSync, statSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { Reading } from '#kit/model/reading.ts'
import { migrateTelemetry } from '#kit/server/clickhouse/migrate-telemetry.ts'
import { openTelemetry, type Telemetry } from '#kit/server/clickhouse/telemetry.ts'
import { startClickHouseServer, type ClickHouseServer } from '#testing/peers/clickhouse-server.ts'
import { eventually } from '#testing/eventually.ts'
import { emptyTelemetry, telemetryMigrations } from '#testing/telemetry.ts'
import { newSensor, openPipeline, reading } from '#testing/sites/readings-pipeline.ts'
import { temporaryDirectory } from '#testing/temporary-directory.ts'
import { uptimeSeconds } from '../store/readings-store.ts'
import { rollupsOf, storedOf } from '../testing/stored-rows-store.ts'
import type { JournalWriter } from './writer.ts'

// The store is a process of its own here: it is killed, halted and slow, and everything
// acknowledged is in it once.

/** Within it a machine that has much else to do answers, too. */
const requestTimeoutMs = 2_000
const { directory, close } = emptyTelemetry()
const dataDirectory = join(directory, 'server')
let server: ClickHouseServer
/** Gives up soon: for a store that answers late, or not at all. */
let impatient: Telemetry
let patient: Telemetry

beforeAll(async () => {
  server = await startClickHouseServer(dataDirectory)
  patient = openTelemetry({ url: server.url })
  await migrateTelemetry(patient, telemetryMigrations)
  impatient = openTelemetry({ url: `${server.url}?request_timeout=${requestTimeoutMs}` })
  // An engine that began at about the time of a plan counts as another one, which has no insert
  // under way any more.
  await eventually('it has run for a while', async () => (await uptimeSeconds(patient)) > 4)
})
afterAll(async () => {
  await Promise.all([impatient.close(), patient.close()])
  await server.kill()
  await close()
})

async function open(engine: Telemetry, journal = temporaryDirectory()): Promise<JournalWriter> {
  const { writer } = await openPipeline(engine, {
    directory: journal,
    queue: { gatherMs: 5 },
    writer: { flushTimeoutMs: 60_000 },
  })
  return writer
}

async function expectStoredOnce(
  sensor: number,
  values: readonly Reading['value'][],
): Promise<void> {
  expect((await storedOf(patient, sensor)).map(({ value }) => value)).toEqual(values)
  for (const { truth, rolled } of await rollupsOf(patient, sensor)) expect(rolled).toEqual(truth)
}

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index)

/**
 * As a power cut leaves it: what the engine recorded last about tokens has not reached the disk.
 */
function removeTokens(): void {
  for (const name of readdirSync(dataDirectory, { recursive: true, encoding: 'utf8' }))
    if (/deduplication_log_\d+\.txt$/.test(name) && statSync(join(dataDirectory, name)).isFile())
      truncateSync(join(dataDirectory, name))
}

describe('an external store', () => {
  it.each([
    ['is answered too late', { afterInsertMs: 2 * requestTimeoutMs }],
    ['arrives after the time-out', { beforeInsertMs: 2 * requestTimeoutMs }],
  ])('RD7 an insert that %s is stored once', async (_name, delays) => {
    const sensor = newSensor()
    const writer = await open(impatient)
    server.delayInserts(delays)
    onTestFinished(() => server.delayInserts({ beforeInsertMs: 0, afterInsertMs: 0 }))
    await writer.write([
      reading(sensor, 0, 1),
      reading(sensor, 1, 2),
      reading(sensor, 3_600_000, 3),
      reading(sensor, 2, 'a'),
    ])
    await eventually('the insert has failed', () => writer.status.storeFailingForMs !== null)
    server.delayInserts({ beforeInsertMs: 0, afterInsertMs: 0 })
    await writer.flush()
    await expectStoredOnce(sensor, [1, 2, 3, 'a'])
  })

  it('RD4 a store that halts is waited for, and nothing is refused', async () => {
    const sensor = newSensor()
    const writer = await open(impatient)
    server.signal('SIGSTOP')
    onTestFinished(() => server.signal('SIGCONT'))
    for (const index of numbers(20)) await writer.write([reading(sensor, index * 1_000, index)])
    await eventually('the halt is noticed', () => writer.status.storeFailingForMs !== null)
    for (const index of numbers(20))
      await writer.write([reading(sensor, (20 + index) * 1_000, 20 + index)])
    server.signal('SIGCONT')
    await writer.flush()
    await expectStoredOnce(sensor, numbers(40))
  })

  it('RD7 killed while it inserts, without its tokens, it has everything once', async () => {
    const sensor = newSensor()
    const writer = await open(patient)
    server.delayInserts({ afterInsertMs: 60_000 })
    await writer.write([reading(sensor, 0, 1), reading(sensor, 61_000, 2)])
    await eventually(
      'it has the readings',
      async () => (await storedOf(patient, sensor)).length === 2,
    )
    await server.kill()
    removeTokens()
    await server.restart()
    await writer.flush()
    await writer.write([reading(sensor, 61_000, 2), reading(sensor, 62_000, 3)])
    await writer.flush()
    await expectStoredOnce(sensor, [1, 2, 3])
  })

  it('RD7 killed again and again, at any moment, it has everything once', async () => {
    const pauses = fc.array(fc.integer({ min: 0, max: 60 }), { minLength: 3, maxLength: 3 })
    await fc.assert(
      fc.asyncProperty(pauses, fc.boolean(), async (waits, withoutTokens) => {
        const [sensor, journal] = [newSensor(), temporaryDirectory()]
        const writer = await open(patient, journal)
        let written = 0
        for (const wait of waits) {
          const end = performance.now() + wait
          do await writer.write([reading(sensor, written * 997, written++)])
          while (performance.now() < end)
          await server.kill()
          await writer.write([reading(sensor, written * 997, written++)])
          if (withoutTokens) removeTokens()
          await server.restart()
        }
        await writer.flush()
        await writer.close()
        await expectStoredOnce(sensor, numbers(written))
        await (await open(patient, journal)).flush()
        await expectStoredOnce(sensor, numbers(written))
      }),
      { numRuns: 5 },
    )
  })
})
