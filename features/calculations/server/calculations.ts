import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { Bus } from '#kit/server/bus.ts'
import type { Catalogue } from '#kit/server/catalogue.ts'
import type { Clock } from '#kit/server/clock.ts'
import type { CurrentReadings } from '#kit/server/readings/current-readings.ts'
import type { DB } from '#kit/server/postgres-schema.ts'
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

/** The calculated sensors, as they are stored and at work. */
export class Calculations {
  readonly #services: Services
  readonly calculator: Calculator
  #all: readonly StoredCalculation[] = []

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

  /** Reads them, after calculations of these devices (LESI IDs) were changed. */
  async refresh(things: readonly string[] = []): Promise<void> {
    const { catalogue, sql } = this.#services
    const ids = [...new Set(things)].flatMap((thing) => catalogue.device(thing)?.id ?? [])
    if (ids.length > 0) await catalogue.refresh(ids)
    this.#all = await readCalculations(sql)
    this.calculator.replace(this.#all)
  }

  close(): void {
    this.calculator.close()
  }
}

/** Reads the calculated sensors and calculates them until it is closed. */
export async function startCalculations(services: Services): Promise<Calculations> {
  const calculations = new Calculations(services)
  await calculations.refresh()
  return calculations
}
