import type { Kysely } from 'kysely'
import type { BaseLogger } from 'pino'
import type { Bus } from '#kit/server/bus.ts'
import type { DB } from '#kit/server/postgres-schema.ts'
import { insertReports, readLatestReports, readReports } from './offline-reports-store.ts'

/** A device said that it is offline: which, and when, ms UTC. */
export interface OfflineReport {
  readonly deviceId: number
  readonly at: number
}

/** When devices said that they are offline. */
export interface OfflineReports {
  /** The latest report of each of these devices at or before `at`, ms UTC, by device. */
  latest(deviceIds: readonly number[], at: number): Promise<ReadonlyMap<number, number>>
  /** Those in (from, until], ms UTC, oldest first; the latest where they are very many. */
  between(
    deviceIds: readonly number[],
    span: { readonly from: number; readonly until: number },
  ): Promise<readonly OfflineReport[]>
}

/** A device that says so again and again is stored once in this time. */
const leastMs = 1_000
/** So long reports are gathered: when a network fails, thousands come at once. */
const gatheringMs = 500

/**
 * Stores what devices, or their wills, say of being offline, and reads it. What cannot be stored is
 * logged: the silence that follows says the same later.
 */
export class StoredOfflineReports implements OfflineReports {
  readonly #sql: Kysely<DB>
  readonly #log: BaseLogger
  readonly #stopListening: () => void
  readonly #storedAt = new Map<number, number>()
  #gathered: OfflineReport[] = []
  #timer: NodeJS.Timeout | null = null
  #storing: Promise<void> = Promise.resolve()

  constructor(sql: Kysely<DB>, bus: Bus, log: BaseLogger) {
    this.#sql = sql
    this.#log = log
    this.#stopListening = bus.on('deviceStatus', ({ deviceId, status, since, isReported }) => {
      if (status === 'online' || !isReported) return
      if (since - (this.#storedAt.get(deviceId) ?? -Infinity) < leastMs) return
      this.#storedAt.set(deviceId, since)
      this.#gathered.push({ deviceId, at: since })
      this.#timer ??= setTimeout(() => void this.#store(), gatheringMs)
    })
  }

  /** Resolves when all that came until now is stored. */
  #store(): Promise<void> {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
    const reports = this.#gathered
    this.#gathered = []
    if (reports.length > 0)
      this.#storing = this.#storing.then(async () => {
        try {
          await insertReports(this.#sql, reports)
        } catch (error) {
          const devices = reports.length
          this.#log.warn({ err: error, devices }, 'devices went offline, which could not be stored')
        }
      })
    return this.#storing
  }

  async latest(deviceIds: readonly number[], at: number): Promise<ReadonlyMap<number, number>> {
    await this.#store()
    return readLatestReports(this.#sql, deviceIds, at)
  }

  async between(
    deviceIds: readonly number[],
    span: { readonly from: number; readonly until: number },
  ): Promise<readonly OfflineReport[]> {
    await this.#store()
    return readReports(this.#sql, deviceIds, span)
  }

  /** Resolves when what came until now is stored. */
  close(): Promise<void> {
    this.#stopListening()
    return this.#store()
  }
}
