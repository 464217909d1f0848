import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import { AppError } from '#kit/model/calls/errors.ts'
import type { DB } from '#kit/server/postgres-schema.ts'
import { SerialQueue } from '#kit/server/process/serial-queue.ts'
import type { StoredAlarm } from '../register/alarm-row.ts'
import { AlarmColumns, type CountedAlarm } from './alarm-columns.ts'
import { lastBeforeNewest, readCountedAlarms } from './record-store.ts'

/** Alarms that are held: some 120 MB. Of older ones there is no analysis. */
export const maximumHeld = 4_000_000
/** Older ones are dropped by so many at once. */
const droppedAtOnce = 200_000
/** Questions that wait for their turn. */
const maximumWaiting = 20

interface Services {
  readonly sql: Kysely<DB>
  readonly log: Pick<Logger, 'warn'>
}

/**
 * What is counted of the alarms that are stored, in memory, always equal to the database: read once
 * after the start, then followed. One question is answered after the other.
 */
export class AlarmRecord {
  readonly #services: Services
  #columns = new AlarmColumns()
  /** Null: it is not read yet, or could not be. */
  #loaded: Promise<void> | null = null
  /** What is stored while alarms are read or counted; null: it is taken at once. */
  #waiting: CountedAlarm[] | null = null
  #heldFrom: number | null = null
  readonly #queue = new SerialQueue()
  #questions = 0
  #isClosed = false

  constructor(services: Services) {
    this.#services = services
  }

  /** Since when alarms are held, ms UTC; null: all are. */
  get heldFrom(): number | null {
    return this.#heldFrom
  }

  /** Takes an alarm as it is stored now. */
  take(alarm: StoredAlarm): void {
    if (this.#loaded === null) return
    const counted = { ...alarm, cameHidden: alarm.hidden !== null }
    if (this.#waiting) this.#waiting.push(counted)
    else this.#set(counted)
  }

  /** These were removed where they are stored. */
  async remove(ids: readonly number[]): Promise<void> {
    if (this.#loaded === null) return
    await this.#undisturbed(async () => this.#columns.remove(new Set(ids)))
  }

  /** Takes the alarms of a device as they are stored now: those of a sensor have its new number. */
  async reread(deviceId: number): Promise<void> {
    if (this.#loaded === null) return
    await this.#undisturbed(async () => {
      for await (const alarms of readCountedAlarms(this.#services.sql, null, deviceId))
        for (const alarm of alarms) this.#set(alarm)
    })
  }

  /** Reads the stored alarms, once; rejects when they cannot be read, and may be retried. */
  load(): Promise<void> {
    this.#loaded ??= this.#undisturbed(() => this.#read()).catch((error: unknown) => {
      this.#loaded = null
      throw error
    })
    return this.#loaded
  }

  /**
   * Asks something of the alarms, which stay as they are meanwhile. Rejects with `overloaded` when
   * too many wait.
   */
  async ask<Answer>(question: (columns: AlarmColumns) => Promise<Answer>): Promise<Answer> {
    if (this.#questions >= maximumWaiting)
      throw new AppError('overloaded', 'Too many analyses are under way', { retryAfterSeconds: 5 })
    this.#questions += 1
    try {
      await this.load()
      return await this.#undisturbed(() => question(this.#columns))
    } finally {
      this.#questions -= 1
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await this.#queue.ended()
  }

  /** Alarms that are stored meanwhile are taken after the work. */
  #undisturbed<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.#queue.run(async () => {
      this.#waiting = []
      try {
        return await work()
      } finally {
        const stored = this.#waiting
        this.#waiting = null
        for (const alarm of stored) this.#set(alarm)
      }
    })
  }

  async #read(): Promise<void> {
    const { sql, log } = this.#services
    this.#columns = new AlarmColumns()
    try {
      const before = await lastBeforeNewest(sql, maximumHeld)
      this.#heldFrom = before === null ? null : before.at.getTime() + 1
      for await (const alarms of readCountedAlarms(sql, before)) {
        for (const alarm of alarms) this.#columns.set(alarm)
        if (this.#isClosed) return
      }
    } catch (error) {
      log.warn({ err: error }, 'alarms could not be read for their analysis')
      throw error
    }
  }

  #set(alarm: CountedAlarm): void {
    if (this.#heldFrom !== null && alarm.raisedAt < this.#heldFrom) return
    this.#columns.set(alarm)
    if (this.#columns.length < maximumHeld + droppedAtOnce) return
    this.#columns.drop(droppedAtOnce)
    this.#heldFrom = this.#columns.raisedAt[0] ?? null
  }
}
