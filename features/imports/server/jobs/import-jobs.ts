import { AppError } from '#kit/model/calls/errors.ts'
import { productOrigin, type AuditOrigin } from '#kit/server/audit.ts'
import { logFailure } from '#kit/server/log-failure.ts'
import type { AuditAction } from '#kit/model/audit.ts'
import type { Caller } from '#kit/server/caller.ts'
import { retryWhileUnavailable } from '#kit/server/postgres/retry-while-unavailable.ts'
import type { Mapping } from '../../contract/mapping.ts'
import type { Outcome } from '../../contract/outcome.ts'
import { fileHours, listedDays } from '../../contract/routes.ts'
import { ImportEnd, failureOf } from './import-end.ts'
import { ImportFiles } from './import-files.ts'
import type { ImportServices } from './import-services.ts'
import {
  deleteImports,
  readFiles,
  readImport,
  readImports,
  readImportsOf,
  requestTask,
  type StoredImport,
} from './imports-store.ts'
import {
  deleteOld,
  releaseFiles,
  resumeInterrupted,
  writeCancelled,
  writeEnded,
} from './progress-store.ts'
import { planOf } from './plan.ts'
import { RunningImport } from './running-import.ts'
import { beginReadable } from './unreadable-imports.ts'

const maximumAttempts = 5
const sweepIntervalMs = 60_000
const hourMs = 3_600_000

/** The imports of everybody: one reads its file at a time, the others wait. */
export class ImportJobs {
  readonly files: ImportFiles
  readonly #services: ImportServices
  #running: { readonly run: RunningImport; readonly ended: Promise<void> } | null = null
  #starting: Promise<void> = Promise.resolve()
  /** Whether the database may have as running what nobody here runs. */
  #mayHaveLost = true
  #sweeping: NodeJS.Timeout | undefined
  readonly #closing = new AbortController()

  constructor(services: ImportServices) {
    this.#services = services
    this.files = new ImportFiles(services.directory)
  }

  /** Takes up what the server before this one left. */
  async open(): Promise<void> {
    await this.files.open()
    await this.#takeUp()
    await this.sweep()
    this.#sweeping = setInterval(() => this.#later(this.sweep()), sweepIntervalMs).unref()
    this.#startNext()
  }

  /** Stops what runs; the next server goes on with it. */
  async close(): Promise<void> {
    this.#closing.abort()
    clearInterval(this.#sweeping)
    await this.#starting
    this.#running?.run.stop()
    await this.#running?.ended
  }

  /** Those of a person that this version can read. */
  list(ownerId: number): Promise<StoredImport[]> {
    return readImports(this.#services.sql, ownerId)
  }

  find(ownerId: number, id: string): Promise<StoredImport | null> {
    return readImport(this.#services.sql, ownerId, id)
  }

  /** How much of its file a task has read, 0 to 1. */
  shareOf(id: string): number {
    return this.#running?.run.stored.id === id ? this.#running.run.share : 0
  }

  /** Begins a dry run, as soon as nothing else runs. */
  async check(caller: Caller, stored: StoredImport, mapping: Mapping, origin: AuditOrigin) {
    const plan = planOf(this.#services.catalogue, caller, mapping)
    const from = ['open', 'checked', 'failed', 'cancelled'] as const
    await this.#ask(stored, { task: 'check', from, check: { mapping, plan } }, origin)
  }

  /** Begins to import what was checked. */
  async import(stored: StoredImport, origin: AuditOrigin): Promise<void> {
    await this.#ask(stored, { task: 'import', from: ['checked'] }, origin)
  }

  async #ask(
    { id, fileName }: StoredImport,
    asked: Omit<Parameters<typeof requestTask>[2], 'at'>,
    origin: AuditOrigin,
  ): Promise<void> {
    const { sql, clock } = this.#services
    const action = asked.task === 'check' ? 'import.check' : 'import.run'
    await sql.transaction().execute(async (transaction) => {
      if (!(await requestTask(transaction, id, { ...asked, at: clock() })))
        throw new AppError('conflict', 'The import is not in a state for that')
      await this.#audit(transaction, origin, { action, id, fileName })
    })
    this.#startNext()
  }

  /** Stops a task that waits or runs; false when there is none. */
  async cancel({ id, fileName }: StoredImport, origin: AuditOrigin): Promise<boolean> {
    const { sql, clock } = this.#services
    const isCancelled = await sql.transaction().execute(async (transaction) => {
      if (!(await writeCancelled(transaction, id, clock()))) return false
      await this.#audit(transaction, origin, { action: 'import.cancel', id, fileName })
      return true
    })
    await this.#stop(id)
    return isCancelled
  }

  /** Removes an import and its file; what runs is stopped, what is stored stays. */
  async remove({ id, fileName }: StoredImport, origin: AuditOrigin): Promise<void> {
    await this.#services.sql.transaction().execute(async (transaction) => {
      await deleteImports(transaction, [id])
      await this.#audit(transaction, origin, { action: 'import.remove', id, fileName })
    })
    await this.#stop(id)
    await this.files.remove(id)
  }

  /**
   * Removes everything of imports that have to do with these sensors, whose readings are deleted
   * for good: their files hold such readings.
   */
  async removeOf(sensorIds: readonly number[]): Promise<void> {
    const ids = await readImportsOf(this.#services.sql, sensorIds)
    const deleted = new ImportEnd('deleted')
    // Its end is audited while it is there.
    for (const id of ids) await this.#stop(id, deleted)
    await deleteImports(this.#services.sql, ids)
    for (const id of ids) {
      await this.#stop(id, deleted)
      await this.files.remove(id)
    }
  }

  /** Removes files that nobody goes on with, and what is listed long enough. */
  async sweep(): Promise<void> {
    const { sql, clock } = this.#services
    await releaseFiles(sql, clock() - fileHours * hourMs)
    await deleteOld(sql, clock() - listedDays * 24 * hourMs)
    await this.files.removeOthers(() => readFiles(sql))
    this.#startNext()
  }

  /** Lets those wait again that a server left running, or whose begin or end was not noted. */
  async #takeUp(): Promise<void> {
    if (!this.#mayHaveLost) return
    const { sql, clock } = this.#services
    await resumeInterrupted(sql, maximumAttempts, clock())
    this.#mayHaveLost = false
  }

  /** Also one that has been begun in the database, whose answer is on its way. */
  async #stop(id: string, reason: ImportEnd | null = null): Promise<void> {
    await this.#starting
    if (this.#running?.run.stored.id !== id) return
    this.#running.run.stop(reason)
    await this.#running.ended
  }

  #startNext(): void {
    this.#starting = this.#starting
      .then(() => this.#start())
      .catch((error) => this.#logError(error))
  }

  async #start(): Promise<void> {
    if (this.#closing.signal.aborted || this.#running) return
    await this.#takeUp()
    this.#mayHaveLost = true
    const stored = await beginReadable(this.#services)
    this.#mayHaveLost = false
    if (!stored) return
    const run = new RunningImport(stored, this.#services, this.files)
    const ended = this.#finish(run).finally(() => {
      this.#running = null
      if (!this.#closing.signal.aborted) this.#startNext()
    })
    this.#running = { run, ended }
  }

  /** Notes how a task ended; never rejects. */
  async #finish(run: RunningImport): Promise<void> {
    const { id, task } = run.stored
    try {
      const outcome = await run.run()
      if (task === 'check')
        await this.#end(run.stored, { state: 'checked', failure: null, outcome })
      else {
        const isDone = await this.#end(run.stored, { state: 'done', failure: null, outcome })
        // Whoever cancelled it meanwhile may have the file checked again.
        if (isDone) await this.files.remove(id, { keepsRefused: true })
      }
    } catch (error) {
      // Whoever cancelled what ran before it may have stopped one that was asked for since.
      if (run.isStopped) this.#mayHaveLost = true
      // Cancelled, or the server ends: what is recorded of it stays.
      if (run.isStopped || this.#closing.signal.aborted) return
      const failure = failureOf(error)
      if (failure === 'defect' || failure === 'store') this.#logError(error)
      await this.#end(run.stored, { state: 'failed', failure }).catch((other) => {
        this.#mayHaveLost = true
        this.#logError(other)
      })
      // It holds readings of a sensor that is gone, and whoever deleted them has looked already.
      if (failure === 'deleted') await this.files.remove(id).catch((other) => this.#logError(other))
    }
  }

  /** Whether it was noted; not that of a task that was cancelled or removed meanwhile. */
  async #end(
    { id, task, fileName }: StoredImport,
    ending: Omit<Parameters<typeof writeEnded>[2], 'at'> & { readonly outcome?: Outcome },
  ): Promise<boolean> {
    const { sql, clock } = this.#services
    const { outcome, failure } = ending
    const after = outcome
      ? { readings: outcome.readings, fresh: outcome.fresh, refused: outcome.refused }
      : { failure }
    const at = clock()
    const end = async (transaction: Parameters<ImportServices['audit']>[0]) => {
      const isWritten = await writeEnded(transaction, id, { ...ending, at })
      if (isWritten && task === 'import')
        await this.#audit(transaction, productOrigin(), {
          ...{ action: 'import.done', id, fileName, after },
        })
      return isWritten
    }
    return retryWhileUnavailable(this.#closing.signal, () => sql.transaction().execute(end))
  }

  #audit(
    transaction: Parameters<ImportServices['audit']>[0],
    origin: AuditOrigin,
    { action, id, fileName, after }: AuditedImport,
  ): Promise<void> {
    const about = { entity: 'import', entityId: id, entityName: fileName } as const
    return this.#services.audit(transaction, origin, { action, ...about, ...(after && { after }) })
  }

  #later(work: Promise<void>): void {
    work.catch((error) => this.#logError(error))
  }

  #logError(error: unknown): void {
    logFailure(this.#services.log, error, 'an import failed')
  }
}

interface AuditedImport {
  readonly action: AuditAction
  readonly id: string
  readonly fileName: string
  readonly after?: Readonly<Record<string, string | number | null>>
}
