import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { Bus } from '#kit/server/bus.ts'
import type { Catalogue } from '#kit/server/catalogue.ts'
import type { Clock } from '#kit/server/clock.ts'
import type { CurrentReadings } from '#kit/server/readings/current-readings.ts'
import type { DB } from '#kit/server/postgres-schema.ts'
import { SerialQueue } from '#kit/server/process/serial-queue.ts'
import type { ReadingWriter } from '#kit/server/readings/reading-writer.ts'
import { Calculator } from './calculator.ts'
import { readCalculations, type StoredCalculation } from './calculations-store.ts'

interface Services {
  readonly sql: Kysely<DB>
  readonly catalogue: Catalogue
  readonly current: CurrentReadings
  readonly writer: Pick<ReadingWriter, 'write'>
  readonly bus: Bus
  readonly clock: Clock
  readonly log: Pick<Logger, 'warn'>
}

/** Between two tries to read what was changed. */
const retryMs = 1_000

/** The calculated sensors, as they are stored and at work. */
export class Calculations {
  readonly #services: Services
  readonly calculator: Calculator
  readonly #refreshes = new SerialQueue()
  #all: readonly StoredCalculation[] = []
  /** Devices whose calculations were changed and could not be read since (LESI IDs). */
  readonly #unread = new Set<string>()
  #retry: NodeJS.Timeout | undefined
  #isClosed = false

  constructor(services: Services) {
    this.#services = services
    this.calculator = new Calculator({
      ...services,
      report: (error) => services.log.warn({ err: error }, 'calculated readings were not written'),
    })
  }

  /** By device and key. */
  get all(): readonly StoredCalculation[] {
    return this.#all
  }

  /**
   * Reads them, after calculations of these devices (LESI IDs) were changed. One after the other,
   * so that none puts older ones in the place of newer ones. Rejects where they cannot be read now:
   * they are read again.
   */
  refresh(things: readonly string[] = []): Promise<void> {
    return this.#refreshes.run(async () => {
      for (const thing of things) this.#unread.add(thing)
      try {
        await this.#refresh()
      } catch (error) {
        this.#refreshLater()
        throw error
      }
    })
  }

  close(): void {
    this.#isClosed = true
    clearTimeout(this.#retry)
    this.calculator.close()
  }

  async #refresh(): Promise<void> {
    const { catalogue, sql } = this.#services
    const ids = [...this.#unread].flatMap((thing) => catalogue.device(thing)?.id ?? [])
    if (ids.length > 0) await catalogue.refresh(ids)
    const all = await readCalculations(sql)
    if (this.#isClosed) return
    this.#unread.clear()
    this.#all = all
    this.calculator.replace(all)
  }

  #refreshLater(): void {
    if (this.#isClosed) return
    clearTimeout(this.#retry)
    this.#retry = setTimeout(() => {
      this.refresh().catch((error: unknown) =>
        this.#services.log.warn({ err: error }, 'calculations could not be read; trying again'),
      )
    }, retryMs).unref()
  }
}

/** Reads the calculated sensors and calculates them until it is closed. */
export async function startCalculations(services: Services): Promise<Calculations> {
  const calculations = new Calculations(services)
  await calculations.refresh().catch((error: unknown) => {
    calculations.close()
    throw error
  })
  return calculations
}
