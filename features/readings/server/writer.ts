import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import { AppError } from '#kit/model/errors.ts'
import type { Reading } from '#kit/model/reading.ts'
import type { Bus } from '#kit/server/bus.ts'
import type { Telemetry } from '#kit/server/clickhouse/telemetry.ts'
import type { Clock } from '#kit/server/clock.ts'
import type { ReadingWriter } from '#kit/server/reading-writer.ts'
import { Deduplication, type StoredSpan } from './deduplication.ts'
import { insertReadings, tableOf, type ReadingTable } from './readings-store.ts'
import { repairRollups } from './rollup-repair.ts'

export interface WriterOptions {
  /** How long a first reading waits for company. */
  readonly gatherMs: number
  /** Readings that are stored without further waiting. */
  readonly gatherReadings: number
  /** Readings that may wait; beyond them nothing is taken. */
  readonly maximumWaiting: number
  /** How long a failing store is tried again before the senders are told. */
  readonly giveUpAfterMs: number
}

export const writerDefaults: WriterOptions = {
  gatherMs: 80,
  gatherReadings: 20_000,
  maximumWaiting: 400_000,
  giveUpAfterMs: 5_000,
}

interface Waiting {
  readonly readings: readonly Reading[]
  readonly receivedAt: number
  /** By the monotonic clock, ms. */
  readonly since: number
  readonly resolve: () => void
  readonly reject: (error: AppError) => void
}

interface Dependencies {
  readonly telemetry: Telemetry
  readonly bus: Bus
  readonly clock: Clock
  readonly logger: Logger
}

/**
 * Group commit: readings of many messages are stored by one insert, one insert at a time. While one runs the next batch gathers,
 * so that the batches grow with the load and a message waits for at most two inserts.
 */
export class GroupCommitWriter implements ReadingWriter {
  readonly #options: WriterOptions
  readonly #dependencies: Dependencies
  readonly #deduplication: Deduplication
  #waiting: Waiting[] = []
  #waitingCount = 0
  #timer: NodeJS.Timeout | null = null
  #running: Promise<void> | null = null
  #closing = false
  /** After a failed insert nobody knows how far it came: some readings may be on disk, without their rollups. */
  #inDoubt = false

  constructor(dependencies: Dependencies, spans: ReadonlyMap<number, StoredSpan>, options: WriterOptions = writerDefaults) {
    this.#dependencies = dependencies
    this.#options = options
    this.#deduplication = new Deduplication(dependencies.telemetry, spans)
  }

  write(readings: readonly Reading[]): Promise<void> {
    if (readings.length === 0) return Promise.resolve()
    if (!this.hasRoom()) return Promise.reject(this.#unavailable())
    return new Promise((resolve, reject) => {
      this.#waiting.push({ readings, receivedAt: this.#dependencies.clock(), since: performance.now(), resolve, reject })
      this.#waitingCount += readings.length
      this.#schedule()
    })
  }

  hasRoom(): boolean {
    return !this.#closing && this.#waitingCount < this.#options.maximumWaiting
  }

  async close(): Promise<void> {
    this.#closing = true
    while (this.#running || this.#waiting.length > 0) {
      if (!this.#running) this.#start()
      await this.#running
    }
  }

  /** Readings taken and not yet stored or given back. */
  get waitingCount(): number {
    return this.#waitingCount
  }

  /** Starts the next batch when it is full, or when its first message has waited for company long enough. */
  #schedule(): void {
    const [oldest] = this.#waiting
    if (this.#running || !oldest) return
    const waited = performance.now() - oldest.since
    if (this.#waitingCount >= this.#options.gatherReadings || waited >= this.#options.gatherMs) this.#start()
    else this.#timer ??= setTimeout(() => this.#start(), this.#options.gatherMs - waited)
  }

  #start(): void {
    if (this.#timer) clearTimeout(this.#timer)
    this.#timer = null
    const batch = this.#waiting
    this.#waiting = []
    this.#running = this.#commit(batch).finally(() => {
      this.#running = null
      this.#schedule()
    })
  }

  async #commit(batch: readonly Waiting[]): Promise<void> {
    const { bus, logger } = this.#dependencies
    let count = 0
    for (const { readings } of batch) count += readings.length
    try {
      await this.#store(batch)
      for (const { resolve } of batch) resolve()
      bus.emit('stored', { count, upTo: batch.at(-1)?.receivedAt ?? 0 })
    } catch (error) {
      logger.error({ err: error, readings: count }, 'readings could not be stored; their senders were told to keep them')
      this.#inDoubt = true
      for (const { readings } of batch) this.#deduplication.remember(readings)
      for (const { reject } of batch) reject(this.#unavailable())
    } finally {
      this.#waitingCount -= count
    }
  }

  async #store(batch: readonly Waiting[]): Promise<void> {
    const unavailableAt = performance.now() + this.#options.giveUpAfterMs
    const token = randomUUID()
    let fresh: Readonly<Record<ReadingTable, Reading[]>> | null = null
    const stored = new Set<ReadingTable>()
    for (let attempt = 0; ; attempt++) {
      try {
        if (this.#inDoubt) await repairRollups(this.#dependencies.telemetry)
        this.#inDoubt = false
        fresh ??= split(await this.#deduplication.fresh(batch.flatMap(({ readings }) => readings)))
        for (const table of ['numeric_readings', 'text_readings'] as const) {
          if (stored.has(table) || fresh[table].length === 0) continue
          await insertReadings(this.#dependencies.telemetry, table, fresh[table], token)
          stored.add(table)
        }
        this.#deduplication.remember(fresh.numeric_readings)
        this.#deduplication.remember(fresh.text_readings)
        return
      } catch (error) {
        const wait = Math.min(100 * 2 ** attempt, 2_000)
        if (this.#closing || performance.now() + wait > unavailableAt) throw error
        this.#dependencies.logger.warn({ err: error, attempt }, 'storing readings failed; trying again')
        await delay(wait)
      }
    }
  }

  #unavailable(): AppError {
    return new AppError('store_unavailable', 'The readings could not be stored; send them again', { retryAfterSeconds: 5 })
  }
}

function split(readings: readonly Reading[]): Record<ReadingTable, Reading[]> {
  const tables: Record<ReadingTable, Reading[]> = { numeric_readings: [], text_readings: [] }
  for (const reading of readings) tables[tableOf(reading)].push(reading)
  return tables
}
