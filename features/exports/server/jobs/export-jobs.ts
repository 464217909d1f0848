import { randomUUID } from 'node:crypto'
import { refusedField } from '#kit/model/calls/errors.ts'
import { fieldError } from '#kit/model/calls/field-errors.ts'
import type { AuditOrigin } from '#kit/server/audit.ts'
import { logFailure } from '#kit/server/log-failure.ts'
import { retryWhileUnavailable } from '#kit/server/postgres/retry-while-unavailable.ts'
import { maximumInProgress, maximumKept } from '../../contract/routes.ts'
import { auditedRequest } from './describe-job.ts'
import { expiredOf } from './expired-exports.ts'
import { failureOf } from './export-failure.ts'
import { ExportFiles } from './export-files.ts'
import type { ExportServices } from './export-services.ts'
import {
  beginNext,
  cancelStored,
  countInProgress,
  deleteExports,
  endExport,
  insertExport,
  readEnded,
  readExport,
  readExports,
  readExportsOf,
  readIdsWithFiles,
  resumeInterrupted,
} from './exports-store.ts'
import type { StoredExport } from './stored-export.ts'
import type { NewJob } from './new-job.ts'
import { RunningExport } from './running-export.ts'
import { UnreadableExports } from './unreadable-exports.ts'

/** Files that are made beside each other: two people need not wait for one another. */
const atOnce = 2
const maximumAttempts = 3
/** How long a finished file is there; the screens say "a day" in their texts (`list.kept`). */
const retentionMs = 24 * 3_600_000
const sweepIntervalMs = 60_000
const totalBytes = 2 * 1024 ** 3
const none = { rows: null, bytes: null }

/** The exports of everybody: they wait, are made one after another, and expire. */
export class ExportJobs {
  readonly files: ExportFiles
  readonly #services: ExportServices
  readonly #running = new Map<string, { run: RunningExport; ended: Promise<void> }>()
  #starting: Promise<void> = Promise.resolve()
  /** Whether the database may have as running what nobody here runs. */
  #mayHaveLost = true
  readonly #unreadable: UnreadableExports
  #sweeping: NodeJS.Timeout | undefined
  readonly #closing = new AbortController()
  #onEnded: () => void = () => {}

  constructor(services: ExportServices) {
    this.#services = services
    this.files = new ExportFiles(services.directory)
    this.#unreadable = new UnreadableExports(services.log)
  }

  /** Takes up what the server before this one left. */
  async open(): Promise<void> {
    await this.files.open()
    await this.#takeUp()
    await this.sweep()
    this.#sweeping = setInterval(() => this.#later(this.sweep()), sweepIntervalMs).unref()
    this.#startNext()
  }

  /** Calls `listener` whenever an export has ended. */
  follow(listener: () => void): void {
    this.#onEnded = listener
  }

  /** Stops what runs; the next server begins it again. */
  async close(): Promise<void> {
    this.#closing.abort()
    clearInterval(this.#sweeping)
    await this.#starting
    for (const { run } of this.#running.values()) run.stop()
    await Promise.all([...this.#running.values()].map(({ ended }) => ended))
  }

  /** Refused on field `kind` while too many of this person are under way. */
  async create(job: NewJob): Promise<StoredExport> {
    const { id = randomUUID(), ownerId, request, readings, origin, name } = job
    const { sql, audit, clock } = this.#services
    const stored = await sql.transaction().execute(async (transaction) => {
      if ((await countInProgress(transaction, ownerId)) >= maximumInProgress)
        throw refusedField('kind', fieldError('exports_under_way', { maximum: maximumInProgress }))
      await audit(transaction, origin, {
        ...{ action: 'export.create', entity: 'export', entityId: id, entityName: name },
        after: auditedRequest(request),
      })
      return insertExport(transaction, { id, ownerId, request, readings, createdAt: clock() })
    })
    this.#startNext()
    // It is stored: whoever asked for it would ask again. The next one looks for old ones again.
    await this.#removeOldest(ownerId).catch((error) => this.#logError(error))
    return stored
  }

  /** Those of a person that this version can read; of each other one the log has an entry. */
  async list(ownerId: number): Promise<StoredExport[]> {
    return this.#unreadable.leaveOut(await readExports(this.#services.sql, ownerId))
  }

  find(ownerId: number, id: string): Promise<StoredExport | null> {
    return readExport(this.#services.sql, ownerId, id)
  }

  /** Readings that are in the file of one that runs. */
  readingsOf(id: string): number {
    return this.#running.get(id)?.run.readings ?? 0
  }

  /** Stops an export that waits or runs; false when there is none. */
  async cancel({ id, ownerId }: StoredExport, origin: AuditOrigin, name: string): Promise<boolean> {
    const { sql, audit, clock } = this.#services
    const at = clock()
    const ended = { id, ownerId, at, expiresAt: at + retentionMs }
    const isCancelled = await sql.transaction().execute(async (transaction) => {
      if (!(await cancelStored(transaction, ended))) return false
      const entry = { action: 'export.cancel', entity: 'export' } as const
      await audit(transaction, origin, { ...entry, entityId: id, entityName: name })
      return true
    })
    await this.#stop(id)
    // A server that ended in the middle of it may have left something.
    if (isCancelled) await this.files.remove(id)
    return isCancelled
  }

  /** Removes an export and its file; what runs is stopped. */
  async remove({ id }: StoredExport, origin: AuditOrigin, name: string): Promise<void> {
    const { sql, audit } = this.#services
    await sql.transaction().execute(async (transaction) => {
      await deleteExports(transaction, [id])
      const entry = { action: 'export.remove', entity: 'export' } as const
      await audit(transaction, origin, { ...entry, entityId: id, entityName: name })
    })
    await this.#stop(id)
    await this.files.remove(id)
  }

  /** Removes exports of these sensors, whose readings are deleted for good, with their files. */
  async removeOf(sensorIds: readonly number[]): Promise<void> {
    const ids = await readExportsOf(this.#services.sql, sensorIds)
    await deleteExports(this.#services.sql, ids)
    for (const id of ids) {
      await this.#stop(id)
      await this.files.remove(id)
    }
  }

  /** Removes what has expired, and the oldest files while all together are too large. */
  async sweep(): Promise<void> {
    const { sql, clock, limits } = this.#services
    const maximumBytes = limits?.totalBytes ?? totalBytes
    await this.#discard(expiredOf(await readEnded(sql), { now: clock(), maximumBytes }))
    await this.files.removeOthers(() => readIdsWithFiles(sql))
    this.#startNext()
  }

  /** Lets those wait again that a server left running, or whose begin or end was not noted. */
  async #takeUp(): Promise<void> {
    if (!this.#mayHaveLost) return
    const { sql, clock } = this.#services
    const times = { at: clock(), expiresAt: clock() + retentionMs }
    await resumeInterrupted(sql, maximumAttempts, times, [...this.#running.keys()])
    this.#mayHaveLost = false
  }

  async #removeOldest(ownerId: number): Promise<void> {
    const listed = await this.list(ownerId)
    const ended = listed.slice(maximumKept).filter(({ endedAt }) => endedAt !== null)
    await this.#discard(ended.map(({ id }) => id))
  }

  async #discard(ids: readonly string[]): Promise<void> {
    await deleteExports(this.#services.sql, ids)
    for (const id of ids) await this.files.remove(id)
  }

  /** Also one that has been begun in the database, whose answer is on its way. */
  async #stop(id: string): Promise<void> {
    await this.#starting
    const running = this.#running.get(id)
    running?.run.stop()
    await running?.ended
  }

  #startNext(): void {
    this.#starting = this.#starting
      .then(() => this.#start())
      .catch((error) => this.#logError(error))
  }

  async #start(): Promise<void> {
    while (!this.#closing.signal.aborted && this.#running.size < atOnce) {
      await this.#takeUp()
      this.#mayHaveLost = true
      const next = await beginNext(this.#services.sql, this.#services.clock())
      if (next && !next.stored) {
        this.#unreadable.add([next.id])
        await this.#end(next.id, { state: 'failed', failure: 'defect', ...none })
        continue
      }
      this.#mayHaveLost = false
      if (!next?.stored) return
      const { stored } = next
      const run = new RunningExport(stored, this.#services, this.files)
      const ended = this.#finish(run).finally(() => {
        this.#running.delete(stored.id)
        if (this.#closing.signal.aborted) return
        this.#startNext()
        this.#onEnded()
      })
      this.#running.set(stored.id, { run, ended })
    }
  }

  /** Notes how an export ended; never rejects. */
  async #finish(run: RunningExport): Promise<void> {
    const { id } = run.stored
    let isWhole = false
    try {
      const { rows, bytes } = await run.run()
      await this.files.finish(id)
      isWhole = true
      await this.#end(id, { state: 'done', failure: null, rows, bytes })
      this.#later(this.sweep())
    } catch (error) {
      const isClosing = this.#closing.signal.aborted
      // That it is done may be stored although the answer is lost: its file stays with it.
      if (!(isWhole && isClosing))
        await this.files.remove(id).catch((failure) => this.#logError(failure))
      // Cancelled, or the server ends: what is noted of it stays.
      if (run.isStopped || isClosing) return
      const failure = failureOf(error)
      if (failure !== 'access') this.#logError(error)
      await this.#end(id, { state: 'failed', failure, ...none }).catch((other) => {
        this.#mayHaveLost = true
        this.#logError(other)
      })
    }
  }

  async #end(
    id: string,
    ending: Pick<Parameters<typeof endExport>[2], 'state' | 'failure' | 'rows' | 'bytes'>,
  ): Promise<void> {
    const endedAt = this.#services.clock()
    const times = { endedAt, expiresAt: endedAt + retentionMs }
    const writeEnd = () => endExport(this.#services.sql, id, { ...ending, ...times })
    if (!(await retryWhileUnavailable(this.#closing.signal, writeEnd))) await this.files.remove(id)
  }

  #later(work: Promise<void>): void {
    work.catch((error) => this.#logError(error))
  }

  #logError(error: unknown): void {
    logFailure(this.#services.log, error, 'an export failed')
  }
}
