import { setTimeout as delay } from 'node:timers/promises'
import { randomUUID } from 'node:crypto'
import type { BaseLogger } from 'pino'
import { AppError } from '#kit/model/calls/errors.ts'
import { productOrigin, type Audit, type AuditOrigin } from '#kit/server/audit.ts'
import type { Telemetry } from '#kit/server/clickhouse/telemetry.ts'
import type { Clock } from '#kit/server/clock.ts'
import type { Sql } from '#kit/server/postgres/sql.ts'
import type { RollupRepair as Shown } from '../../contract/retention.ts'
import { completeRollup, rollups, type Rollup } from '../store/rollup-completion-store.ts'
import type { JournalWriter } from '../writer/writer.ts'
import { readRepair, writeRepair } from './repair-record-store.ts'
import {
  readDifferentBuckets,
  readStoredMonths,
  type ComparedSpan,
  type DifferentBucket,
  type StoredMonth,
} from './rollup-repair-store.ts'

interface Dependencies {
  readonly sql: Sql
  readonly audit: Audit
  readonly telemetry: Telemetry
  readonly writer: Pick<JournalWriter, 'exclusively' | 'flush' | 'withdrawn'>
  readonly clock: Clock
  readonly logger: BaseLogger
}

const dayMs = 86_400_000
/** About so many readings are compared at once: days in which there are fewer go together. */
const readingsAtOnce = 2_000_000
/** A day with more is compared in parts, so that the engine's memory is enough. */
const readingsOfPart = 20_000_000

/**
 * Compares rollups with the readings, day by day, and adds what they lack. What has expired is not
 * compared: there rollups hold what readings cannot say any more. A rollup that counts more than
 * is stored is left as it is, because readings may have been lost, and is counted. One that the end
 * of the server cuts short is not taken up again by itself: it may be what ended the server.
 */
export class RollupRepair {
  readonly #dependencies: Dependencies
  readonly #closed = new AbortController()
  #cancelled = new AbortController()
  #running: Promise<void> | null = null
  #shown: Shown | null = null

  private constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
  }

  /** With the last one of former runs; one that was under way then has been interrupted. */
  static async open(dependencies: Dependencies): Promise<RollupRepair> {
    const repair = new RollupRepair(dependencies)
    const last = await readRepair(dependencies.sql)
    repair.#shown = last
    if (last?.state === 'running') {
      repair.#shown = { ...last, state: 'interrupted' }
      await repair.#record(repair.#shown)
    }
    return repair
  }

  /** The repair under way, or the last; null: there was none. */
  get shown(): Shown | null {
    return this.#shown
  }

  /** Begins; resolves when it is recorded. Rejects with `conflict` while one is under way. */
  async start(origin: AuditOrigin): Promise<Shown> {
    if (this.#running) throw new AppError('conflict', 'Rollups are being compared already')
    const { sql, audit, clock } = this.#dependencies
    const shown: Shown = {
      ...{ state: 'running', startedAt: clock(), endedAt: null, failure: null },
      ...{ days: 0, daysDone: 0, completed: 0, left: 0 },
    }
    this.#cancelled = new AbortController()
    const begun = Promise.withResolvers<void>()
    this.#running = begun.promise.then(() => this.#run(shown))
    try {
      await sql.transaction().execute(async (transaction) => {
        await writeRepair(transaction, shown)
        await audit(transaction, origin, {
          ...{ action: 'installation.repair-rollups', entity: 'installation' },
          ...{ entityId: 'retention', entityName: '' },
        })
      })
    } catch (error) {
      this.#running = null
      throw error
    }
    this.#shown = shown
    begun.resolve()
    return shown
  }

  /** Ends the one that is under way; what it has completed stays. */
  cancel(): void {
    this.#cancelled.abort(new AppError('conflict', 'cancelled'))
  }

  async close(): Promise<void> {
    this.#closed.abort()
    await this.#running
  }

  async #run(begun: Shown): Promise<void> {
    const { clock, logger } = this.#dependencies
    const signal = AbortSignal.any([this.#closed.signal, this.#cancelled.signal])
    let shown = begun
    const show = (change: Partial<Shown>) => {
      shown = { ...shown, ...change }
      this.#shown = shown
    }
    const end = await this.#compareAll(signal, show).then(
      () => ({ state: 'done', failure: null }) as const,
      (error: unknown) => this.#endAfter(error),
    )
    const ended = { ...shown, ...end, endedAt: clock() }
    await this.#record(ended).catch((error: unknown) =>
      logger.warn({ err: error }, 'the end of a repair could not be recorded'),
    )
    this.#shown = ended
    this.#running = null
  }

  #endAfter(error: unknown): Pick<Shown, 'state' | 'failure'> {
    if (this.#cancelled.signal.aborted) return { state: 'cancelled', failure: null }
    if (this.#closed.signal.aborted) return { state: 'interrupted', failure: null }
    this.#dependencies.logger.warn({ err: error }, 'rollups could not be compared')
    const failure = error instanceof Error ? error.message.slice(0, 500) : String(error)
    return { state: 'failed', failure }
  }

  async #compareAll(signal: AbortSignal, show: (change: Partial<Shown>) => void): Promise<void> {
    const { sql, telemetry, writer, logger } = this.#dependencies
    await writer.flush()
    const steps = (await readStoredMonths(telemetry)).flatMap(stepsOf)
    show({ days: steps.reduce((sum, { days }) => sum + days, 0) })
    for (const { from, to, days, parts } of steps) {
      for (let part = 0; part < parts; part++)
        for (const rollup of rollups) {
          const { completed, left } = await this.#compare(rollup, { from, to, parts, part }, signal)
          const { completed: before = 0, left: others = 0 } = this.#shown ?? {}
          show({ completed: before + completed, left: others + left })
        }
      show({ daysDone: (this.#shown?.daysDone ?? 0) + days })
      if (this.#shown)
        await writeRepair(sql, this.#shown).catch((error: unknown) =>
          logger.debug({ err: error }, 'how far a repair has come could not be recorded'),
        )
    }
  }

  /**
   * What differs is looked at again while nothing is on its way to the store, and completed then. A
   * pause as long as the comparison leaves the processors to others.
   */
  async #compare(rollup: Rollup, step: Omit<ComparedSpan, 'without'>, signal: AbortSignal) {
    const { telemetry, writer } = this.#dependencies
    const completed = new Set<string>()
    for (;;) {
      signal.throwIfAborted()
      const begin = performance.now()
      // Of what is being deleted for good rollups go last.
      const span = { ...step, without: writer.withdrawn }
      const found = await readDifferentBuckets(telemetry, rollup, span)
      await delay(performance.now() - begin, undefined, { signal })
      if (found.length === 0) return { completed: completed.size, left: 0 }
      const remaining = { ...span, ...spanOf(found, rollup) }
      const [done, left] = await writer.exclusively('all', signal, async () => {
        const differing = await readDifferentBuckets(telemetry, rollup, remaining)
        const lacking = differing.filter(({ isLacking }) => isLacking === 1)
        const keys = lacking.map(({ sensorId, start }) => `${sensorId}:${start}`)
        if (keys.some((key) => completed.has(key)))
          throw new Error('the telemetry store did not add what was lacking')
        if (lacking.length > 0) await completeRollup(telemetry, rollup, lacking, randomUUID())
        for (const key of keys) completed.add(key)
        return [lacking.length, differing.length - lacking.length] as const
      })
      if (done === 0) return { completed: completed.size, left }
    }
  }

  async #record(ended: Shown): Promise<void> {
    const { sql, audit } = this.#dependencies
    const { state, days, completed, left } = ended
    await sql.transaction().execute(async (transaction) => {
      await writeRepair(transaction, ended)
      await audit(transaction, productOrigin(), {
        ...{ action: 'installation.rollups-repaired', entity: 'installation' },
        ...{ entityId: 'retention', entityName: '', after: { state, days, completed, left } },
      })
    })
  }
}

/** From the first to the last of these buckets, ms UTC. */
function spanOf(found: readonly DifferentBucket[], { seconds }: Rollup) {
  const starts = found.map(({ start }) => start)
  return { from: Math.min(...starts) * 1000, to: (Math.max(...starts) + seconds) * 1000 }
}

/** Days that are compared at once, as many as hold few enough readings. */
function stepsOf({ from, to, rows }: StoredMonth) {
  const [first, end] = [Math.floor(from / dayMs), Math.floor(to / dayMs) + 1]
  const ofDay = rows / (end - first)
  const days = Math.max(1, Math.floor(readingsAtOnce / ofDay))
  const parts = Math.ceil(ofDay / readingsOfPart)
  const count = Math.ceil((end - first) / days)
  return Array.from({ length: count }, (_, index) => {
    const begin = first + index * days
    const behind = Math.min(end, begin + days)
    return { from: begin * dayMs, to: behind * dayMs, days: behind - begin, parts }
  })
}
