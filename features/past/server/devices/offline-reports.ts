import type { Kysely } from 'kysely'
import type { BaseLogger } from 'pino'
import { RateLimiter } from '#kit/server/budget/rate-limiter.ts'
import type { Bus } from '#kit/server/bus.ts'
import type { DB } from '#kit/server/postgres-schema.ts'
import { insertReports, readLatestReports, readReports } from './offline-reports-store.ts'

/** A device reported that it is offline: which, and when, ms UTC. */
export interface OfflineReport {
  readonly deviceId: number
  readonly at: number
}

/** When devices reported that they are offline. */
export interface OfflineReports {
  /** The latest report of each of these devices at or before `at`, ms UTC, by device. */
  latest(deviceIds: readonly number[], at: number): Promise<ReadonlyMap<number, number>>
  /** Those in (from, until], ms UTC, oldest first; the latest of each where they are very many. */
  between(
    deviceIds: readonly number[],
    span: { readonly from: number; readonly until: number },
  ): Promise<readonly OfflineReport[]>
}

/** So long reports are gathered: when a network fails, thousands come at once. */
const gatheringMs = 500
/** What could not be stored yet is retried after this time. */
const retryMs = 60_000
/** So many reports of a device are stored at once, then one in each quarter of an hour. */
const burst = 60
const perSecond = 1 / 900

interface Services {
  readonly sql: Kysely<DB>
  readonly bus: Bus
  readonly log: BaseLogger
  /** ms of any origin: goes on evenly, whatever is done to the clock. */
  readonly running?: () => number
}

/**
 * Stores what devices, or their wills, say of being offline, and reads it. Of a device that comes
 * and goes faster than it is stored the latest report waits here, in place of the one before: what
 * it reported last is never missing. It waits too while nothing can be stored.
 */
export class StoredOfflineReports implements OfflineReports {
  readonly #sql: Kysely<DB>
  readonly #log: BaseLogger
  readonly #stopListening: () => void
  readonly #pace: RateLimiter
  /** The latest report of each device that is not stored yet, ms UTC. */
  readonly #waiting = new Map<number, number>()
  #timer: NodeJS.Timeout | null = null
  #again: NodeJS.Timeout | null = null
  #storing: Promise<void> = Promise.resolve()

  constructor({ sql, bus, log, running }: Services) {
    this.#sql = sql
    this.#log = log
    this.#pace = new RateLimiter(perSecond, burst, running)
    this.#stopListening = bus.on('deviceStatus', ({ deviceId, status, since, isReported }) => {
      if (status === 'online' || !isReported) return
      this.#waiting.set(deviceId, since)
      if (this.#mayBeStored(deviceId))
        this.#timer ??= setTimeout(() => void this.store(), gatheringMs)
      else this.#scheduleRetry()
    })
  }

  /** Resolves when what may be stored now is, or has failed, which is logged. */
  store(): Promise<void> {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
    this.#storing = this.#storing.then(async () => {
      await this.#insert([...this.#waiting.keys()].filter((id) => this.#mayBeStored(id)))
      if (this.#waiting.size > 0) this.#scheduleRetry()
    })
    return this.#storing
  }

  #mayBeStored(deviceId: number): boolean {
    return this.#pace.delayOf(String(deviceId), 1) === 0
  }

  #scheduleRetry(): void {
    this.#again ??= setTimeout(() => {
      this.#again = null
      void this.store()
    }, retryMs)
  }

  async #insert(deviceIds: readonly number[]): Promise<void> {
    const reports = this.#waitingOf(deviceIds)
    try {
      await insertReports(this.#sql, reports)
    } catch (error) {
      const devices = reports.length
      this.#log.warn({ err: error, devices }, 'devices went offline, which could not be stored yet')
      return
    }
    for (const { deviceId, at } of reports) {
      this.#pace.take(String(deviceId), 1)
      if (this.#waiting.get(deviceId) === at) this.#waiting.delete(deviceId)
    }
  }

  #waitingOf(deviceIds: readonly number[]): OfflineReport[] {
    return deviceIds.flatMap((deviceId) => {
      const at = this.#waiting.get(deviceId)
      return at === undefined ? [] : [{ deviceId, at }]
    })
  }

  async latest(deviceIds: readonly number[], at: number): Promise<ReadonlyMap<number, number>> {
    const waiting = this.#waitingOf(deviceIds).filter((report) => report.at <= at)
    const latest = new Map(await readLatestReports(this.#sql, deviceIds, at))
    for (const report of waiting)
      latest.set(report.deviceId, Math.max(latest.get(report.deviceId) ?? -Infinity, report.at))
    return latest
  }

  async between(
    deviceIds: readonly number[],
    span: { readonly from: number; readonly until: number },
  ): Promise<readonly OfflineReport[]> {
    const waiting = this.#waitingOf(deviceIds).filter(
      ({ at }) => at > span.from && at <= span.until,
    )
    const stored = await readReports(this.#sql, deviceIds, span)
    const isStored = (report: OfflineReport) =>
      stored.some(({ deviceId, at }) => deviceId === report.deviceId && at === report.at)
    const unstored = waiting.filter((report) => !isStored(report))
    return [...stored, ...unstored].toSorted((one, other) => one.at - other.at)
  }

  /** Resolves when what came until now is stored, at whatever pace it came. */
  async close(): Promise<void> {
    this.#stopListening()
    await this.#storing
    if (this.#timer !== null) clearTimeout(this.#timer)
    if (this.#again !== null) clearTimeout(this.#again)
    await this.#insert([...this.#waiting.keys()])
  }
}
