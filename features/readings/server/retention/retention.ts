import { setTimeout as delay } from 'node:timers/promises'
import type { BaseLogger } from 'pino'
import { productOrigin, type Audit } from '#kit/server/audit.ts'
import type { Telemetry } from '#kit/server/clickhouse/telemetry.ts'
import type { Clock } from '#kit/server/clock.ts'
import type { ExpiryClock } from '#kit/server/expiry-clock/expiry-clock.ts'
import type { RetentionCutoffs } from '#kit/server/readings/retained-readings.ts'
import type { Sql } from '#kit/server/postgres/sql.ts'
import { SerialQueue } from '#kit/server/process/serial-queue.ts'
import type { MinuteRollups } from '../rollups/minute-rollups.ts'
import type { JournalWriter } from '../writer/writer.ts'
import { CountedRemovals } from './counted-removals.ts'
import { cutoffsOf, Rules } from './cutoffs.ts'
import type { SensorCutoffs } from './sensor-cutoffs.ts'
import { removeExpired, type Removed } from './remove-expired.ts'
import { readRemovedSensors, readRules, readSensors } from './rules-store.ts'

export interface RetentionServices {
  readonly sql: Sql
  readonly audit: Audit
  readonly telemetry: Telemetry
  readonly writer: Pick<JournalWriter, 'exclusively' | 'flush' | 'heldBefore' | 'keepFresh'>
  readonly minutes: Pick<MinuteRollups, 'has'>
  readonly sensorCutoffs: SensorCutoffs
  readonly clock: Clock
  /** What expires does so by its time. */
  readonly expiryClock: Pick<ExpiryClock, 'check' | 'now'>
  readonly logger: BaseLogger
}

export interface LastRun {
  /** ms UTC */
  readonly at: number
  /** Rows that were removed. */
  readonly rows: number
  readonly failure: string | null
}

const hourMs = 3_600_000

/**
 * Removes what has expired by the rules: at the start, every hour, and when a rule was changed.
 * Days of UTC go whole, so most runs find nothing.
 */
export class Retention {
  readonly #services: RetentionServices
  readonly #closed = new AbortController()
  /** What is counted belongs to one run at a time. */
  readonly #runs = new SerialQueue()
  #wake = new AbortController()
  #running: Promise<void> | null = null
  #last: LastRun | null = null
  #nextAt: number

  constructor(services: RetentionServices) {
    this.#services = services
    this.#nextAt = services.clock()
  }

  get lastRun(): LastRun | null {
    return this.#last
  }

  /** ms UTC */
  get nextRunAt(): number {
    return this.#nextAt
  }

  start(): void {
    this.#running ??= this.#run()
  }

  /** Looks at once: a rule was changed. */
  check(): void {
    this.#wake.abort()
  }

  async close(): Promise<void> {
    this.#closed.abort()
    this.#wake.abort()
    await this.#running
  }

  /**
   * Removes what has expired now; resolves with how many rows of each table were removed since this
   * has resolved before, also by a run that failed or was killed.
   */
  removeNow(): Promise<Removed> {
    return this.#runs.run(() => this.#remove())
  }

  async #remove(): Promise<Removed> {
    const { sql, audit, telemetry, writer, sensorCutoffs, expiryClock } = this.#services
    const { signal } = this.#closed
    await expiryClock.check()
    const { cutoffs, minimumDays } = await this.#cutoffs()
    // What is older than that goes the way of old readings, which waits while something is removed.
    writer.keepFresh(minimumDays)
    const counted = new CountedRemovals(sql, telemetry)
    await counted.settle()
    await sensorCutoffs.move(cutoffs)
    await writer.flush()
    await writer.exclusively('old', signal, () =>
      removeExpired(telemetry, {
        ...{ signal, heldBefore: writer.heldBefore },
        before: (...month) => counted.begin(...month),
      }),
    )
    return sql.transaction().execute(async (transaction) => {
      const removed = await counted.take(transaction)
      const counts = Object.entries(removed).filter(([, rows]) => rows > 0)
      if (counts.length > 0)
        await audit(transaction, productOrigin(), {
          ...{ action: 'installation.remove-expired', entity: 'installation' },
          ...{ entityId: 'retention', entityName: '', after: Object.fromEntries(counts) },
        })
      return removed
    })
  }

  /** From when on something of these sensors is kept by the rules as they are now. */
  async cutoffs(sensorIds: readonly number[]): Promise<ReadonlyMap<number, RetentionCutoffs>> {
    const { sql, minutes, expiryClock } = this.#services
    const now = expiryClock.now()
    const rules = new Rules(await readRules(sql))
    const cutoffs = new Map<number, RetentionCutoffs>()
    for (const { id, type, product } of await readSensors(sql, sensorIds)) {
      const rule = rules.of(type, product)
      if (rule) cutoffs.set(id, cutoffsOf(rule, minutes.has(id), now))
    }
    return cutoffs
  }

  async #cutoffs() {
    const { sql, minutes, expiryClock } = this.#services
    const now = expiryClock.now()
    const rules = new Rules(await readRules(sql))
    const cutoffs = new Map<number, RetentionCutoffs>()
    for (const id of await readRemovedSensors(sql)) cutoffs.set(id, rules.longest(now))
    for (const { id, type, product } of await readSensors(sql)) {
      const rule = rules.of(type, product)
      if (rule) cutoffs.set(id, cutoffsOf(rule, minutes.has(id), now))
    }
    return { cutoffs, minimumDays: rules.minimumDays }
  }

  async #run(): Promise<void> {
    const { clock, logger } = this.#services
    while (!this.#closed.signal.aborted) {
      this.#wake = new AbortController()
      const at = clock()
      try {
        const removed = await this.removeNow()
        const rows = Object.values(removed).reduce((sum, count) => sum + count, 0)
        this.#last = { at, rows, failure: null }
        if (rows > 0) logger.info({ removed }, 'what had expired was removed')
      } catch (error) {
        if (this.#closed.signal.aborted) return
        const failure = error instanceof Error ? error.message.slice(0, 500) : String(error)
        this.#last = { at, rows: 0, failure }
        logger.warn({ err: error }, 'what has expired could not be removed; trying again')
      }
      this.#nextAt = clock() + hourMs
      const limits = { signal: this.#wake.signal, ref: false }
      await delay(hourMs, undefined, limits).catch(() => undefined)
    }
  }
}
