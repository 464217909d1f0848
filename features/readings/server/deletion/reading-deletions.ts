import { setTimeout as delay } from 'node:timers/promises'
import type { Transaction } from 'kysely'
import type { BaseLogger } from 'pino'
import type { Audit } from '#kit/server/audit.ts'
import { productOrigin } from '#kit/server/audit.ts'
import type { Bus } from '#kit/server/bus.ts'
import type { Telemetry } from '#kit/server/clickhouse/telemetry.ts'
import type { DB } from '#kit/server/postgres-schema.ts'
import type { ReadingCopies } from '#kit/server/readings/reading-copies.ts'
import { retryWhileUnavailable } from '#kit/server/postgres/retry-while-unavailable.ts'
import type { Sql } from '#kit/server/postgres/sql.ts'
import { removeRejectedLines } from '../journal/rejected-lines.ts'
import type { JournalWriter } from '../writer/writer.ts'
import {
  readRequested,
  requestOutstanding,
  writeDone,
  writeFailed,
  writeFoundCounts,
  writeProven,
  type RequestedDeletion,
} from './deletions-store.ts'
import { removeFiles, removeRows } from './removal.ts'
import { countReadingsOf } from './stored-rows-store.ts'

export interface DeletionServices {
  readonly sql: Sql
  readonly audit: Audit
  readonly telemetry: Telemetry
  readonly writer: Pick<JournalWriter, 'withdraw' | 'exclusively'>
  readonly bus: Bus
  readonly logger: BaseLogger
  readonly journalDirectory: string
  /** Files and the like that hold readings. */
  readonly copies: Pick<ReadingCopies, 'removeOf'>
  /** Whether anything was stored of the sensor when the program started. */
  readonly hasStored: (sensorId: number) => boolean
}

/** So many sensors are removed by one run of the engine, or those of one request. */
const sensorsAtOnce = 10_000
/** Until what failed is retried, ms: at first, and at most. */
const retryMs = { minimum: 5_000, maximum: 600_000 }
const maximumReasonLength = 500

/**
 * Carries out what was requested to be deleted for good: in turn, until the store was seen to hold
 * nothing of it, again and again over failures and restarts.
 */
export class ReadingDeletions {
  readonly #services: DeletionServices
  readonly #closed = new AbortController()
  readonly #stopListening: () => void
  #wake = new AbortController()
  #running: Promise<void> | null = null
  #isAsked = false
  readonly #inProgress = new Set<number>()
  readonly #clearing = new Set<Promise<void>>()

  /** Begins with what is requested already. */
  constructor(services: DeletionServices) {
    this.#services = services
    // Whoever removes sensors, in whichever process, has recorded before what becomes of the
    // readings.
    this.#stopListening = services.bus.on('catalogueChanged', ({ changes }) => {
      if (changes.some(({ removedSensors }) => removedSensors.length > 0)) this.check()
    })
  }

  /** Requests of which readings or files are being removed at this moment. */
  get inProgress(): ReadonlySet<number> {
    return this.#inProgress
  }

  /**
   * What was deleted and is stored again, by a store that was restored or by batches of before a
   * crash, is deleted again. Then begins with what is requested.
   */
  async start(): Promise<void> {
    const { sql, hasStored, logger } = this.#services
    const count = await requestOutstanding(sql, hasStored)
    if (count > 0)
      logger.warn({ requests: count }, 'readings that were deleted are stored again; deleting them')
    this.check()
  }

  /** Looks for what is requested, at once. */
  check(): void {
    this.#isAsked = true
    this.#wake.abort()
    if (this.#closed.signal.aborted) return
    this.#running ??= this.#run().finally(() => {
      this.#running = null
      if (this.#isAsked) this.check()
    })
  }

  async close(): Promise<void> {
    this.#stopListening()
    this.#closed.abort()
    this.#wake.abort()
    await this.#running
    await Promise.all(this.#clearing)
  }

  async #run(): Promise<void> {
    const { signal } = this.#closed
    for (let failures = 0; !signal.aborted;) {
      this.#isAsked = false
      this.#wake = new AbortController()
      try {
        if (!(await this.#deleteNext())) return
        failures = 0
      } catch (error) {
        if (signal.aborted) return
        this.#services.logger.warn({ err: error }, 'readings could not be deleted; trying again')
        const pause = Math.min(retryMs.minimum * 2 ** failures++, retryMs.maximum)
        await delay(pause, undefined, { signal: this.#wake.signal, ref: false }).catch(() => {})
      }
    }
  }

  /** Carries out the oldest requests; false when there are none. */
  async #deleteNext(): Promise<boolean> {
    const requests = firstOf(await readRequested(this.#services.sql))
    if (requests.length === 0) return false
    await this.#attempt(requests, () => this.#remove(requests))
    // The engine leaves replaced files for a while: nobody else waits for that.
    const cleared = this.#attempt(requests, () => this.#clear(requests)).catch(() =>
      this.#checkLater(),
    )
    this.#clearing.add(cleared)
    void cleared.then(() => this.#clearing.delete(cleared))
    return true
  }

  async #checkLater(): Promise<void> {
    const limits = { signal: this.#closed.signal, ref: false }
    await delay(retryMs.minimum, undefined, limits).then(
      () => this.check(),
      () => {},
    )
  }

  /** Notes for people what fails. */
  async #attempt(requests: readonly RequestedDeletion[], work: () => Promise<void>): Promise<void> {
    const ids = requests.map(({ id }) => id)
    for (const id of ids) this.#inProgress.add(id)
    try {
      await work()
    } catch (error) {
      if (!this.#closed.signal.aborted) await this.#noteFailure(ids, error)
      throw error
    } finally {
      for (const id of ids) this.#inProgress.delete(id)
    }
  }

  /** What is proven and not done is looked for by nobody until this is noted. */
  async #noteFailure(ids: readonly number[], error: unknown): Promise<void> {
    const message = error instanceof Error ? error.message : String(error)
    const reason = message.slice(0, maximumReasonLength)
    await retryWhileUnavailable(this.#closed.signal, () =>
      writeFailed(this.#services.sql, ids, reason),
    )
  }

  async #remove(requests: readonly RequestedDeletion[]): Promise<void> {
    const { sql, telemetry, writer, journalDirectory } = this.#services
    const sensors = [...new Set(requests.flatMap(({ sensorIds }) => sensorIds))]
    await writer.withdraw(sensors)
    // What was being derived from their readings is stored, and removed with them.
    await writer.exclusively('old', this.#closed.signal, () => Promise.resolve())
    await removeRejectedLines(journalDirectory, new Set(sensors))
    await writeFoundCounts(sql, found(requests, await countReadingsOf(telemetry, sensors)))
    await removeRows(telemetry, sensors, this.#closed.signal)
    await writeProven(
      sql,
      requests.map(({ id }) => id),
    )
  }

  async #clear(requests: readonly RequestedDeletion[]): Promise<void> {
    const { sql, telemetry, audit, copies } = this.#services
    const { signal } = this.#closed
    await copies.removeOf([...new Set(requests.flatMap(({ sensorIds }) => sensorIds))], signal)
    await removeFiles(telemetry, signal)
    await sql.transaction().execute(async (transaction) => {
      const done = await writeDone(
        transaction,
        requests.map(({ id }) => id),
      )
      for (const request of requests)
        await auditDone(audit, transaction, request, done.get(request.id))
    })
  }
}

/** Requests whose sensors are removed together. */
function firstOf(requests: readonly RequestedDeletion[]): readonly RequestedDeletion[] {
  let sensors = 0
  return requests.filter(({ sensorIds }, index) => {
    sensors += sensorIds.length
    return index === 0 || sensors <= sensorsAtOnce
  })
}

function found(
  requests: readonly RequestedDeletion[],
  counts: ReadonlyMap<number, number>,
): ReadonlyMap<number, number> {
  return new Map(
    requests.map(({ id, sensorIds }) => [
      id,
      sensorIds.reduce((sum, sensorId) => sum + (counts.get(sensorId) ?? 0), 0),
    ]),
  )
}

/** One entry of the audit for each request. */
async function auditDone(
  audit: Audit,
  transaction: Transaction<DB>,
  { lesiId, deviceName, sensorKey }: RequestedDeletion,
  readings: number | undefined,
): Promise<void> {
  if (readings === undefined) return
  const after = { readings, ...(sensorKey === null ? {} : { sensor: sensorKey }) }
  const about = { entity: 'device', entityId: lesiId, entityName: deviceName } as const
  await audit(transaction, productOrigin(), { action: 'device.readings-deleted', ...about, after })
}
