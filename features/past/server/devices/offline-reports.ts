import type { Kysely } from 'kysely'
import type { BaseLogger } from 'pino'
import type { Bus } from '#kit/server/bus.ts'
import type { DB } from '#kit/server/postgres-schema.ts'
import { insertReport, readLatestReports, readReports } from './offline-reports-store.ts'

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

/**
 * Stores what devices, or their wills, say of being offline, and reads it. What cannot be stored is
 * logged: the silence that follows says the same later.
 */
export class StoredOfflineReports implements OfflineReports {
  readonly #sql: Kysely<DB>
  readonly #stopListening: () => void
  readonly #storedAt = new Map<number, number>()

  constructor(sql: Kysely<DB>, bus: Bus, log: BaseLogger) {
    this.#sql = sql
    this.#stopListening = bus.on('deviceStatus', ({ deviceId, status, since, isReported }) => {
      if (status === 'online' || !isReported) return
      if (since - (this.#storedAt.get(deviceId) ?? -Infinity) < leastMs) return
      this.#storedAt.set(deviceId, since)
      insertReport(sql, { deviceId, at: since }).catch((error: unknown) =>
        log.warn({ err: error, deviceId }, 'a device went offline, which could not be stored'),
      )
    })
  }

  latest(deviceIds: readonly number[], at: number): Promise<ReadonlyMap<number, number>> {
    return readLatestReports(this.#sql, deviceIds, at)
  }

  between(
    deviceIds: readonly number[],
    span: { readonly from: number; readonly until: number },
  ): Promise<readonly OfflineReport[]> {
    return readReports(this.#sql, deviceIds, span)
  }

  close(): void {
    this.#stopListening()
  }
}
