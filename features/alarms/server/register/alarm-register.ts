import type { Kysely, Transaction } from 'kysely'
import type { Logger } from 'pino'
import type { Bus } from '#kit/server/bus.ts'
import type { Clock } from '#kit/server/clock.ts'
import type { DB } from '#kit/server/postgres-schema.ts'
import { isRefusal, isTransientFailure } from '#kit/server/postgres/transient-failure.ts'
import { SerialQueue } from '#kit/server/process/serial-queue.ts'
import { keyOf, type PointName, type PointTransition } from '../evaluation/evaluator.ts'
import type { LateRun } from '../evaluation/late-runs.ts'
import { storeLateAlarms, type LateAlarm } from './late-alarms-store.ts'
import { AlarmChanges, type EventDetails } from './changes.ts'
import { UncertainChanges } from './uncertain-changes.ts'
import { deleteShelf } from './shelves-store.ts'
import {
  applyTransition,
  newAlarm,
  showUnlessSuppressed,
  type TransitionServices,
} from './transitions.ts'

interface Services extends TransitionServices {
  readonly sql: Kysely<DB>
  readonly bus: Bus
  readonly clock: Clock
  readonly log: Pick<Logger, 'warn'>
  /** Whether its sensor or device exists: what is gone can have no alarm. */
  readonly isThere: (point: PointName) => boolean
}

/** What waits counts so many bytes, beside its text. */
const transitionBytes = 200
/** Transitions, and runs of late readings, each of which is looked up, that a transaction takes. */
const transitionsAtOnce = 5_000
const lateAtOnce = 1_000
/** Bytes that may wait for the database; beyond them nothing more is evaluated. */
const maximumWaitingBytes = 16 * 2 ** 20
/** Between two tries while the database does not answer. */
const retryMs = 1_000

const bytesOf = ({ value }: Pick<PointTransition, 'value'>): number =>
  transitionBytes + (typeof value === 'string' ? 2 * value.length : 0)

/** What one transaction takes. */
interface Part {
  readonly transitions: readonly PointTransition[]
  /** By point and beginning. */
  readonly late: readonly (readonly [string, LateRun])[]
}

/**
 * Writes what happens to alarms, one thing after the other: an alarm is stored before anybody sees
 * it. Transitions wait while the database does not answer, as long as there is room for them.
 */
export class AlarmRegister {
  readonly #services: Services
  readonly #maximumBytes: number
  #waitingBytes = 0
  #transitions: PointTransition[] = []
  /** By point and beginning. */
  readonly #late = new Map<string, LateRun>()
  readonly #queue = new SerialQueue()
  readonly #uncertain: UncertainChanges
  #isWriting = false
  #hasFailed = false
  #isClosed = false
  #retry: NodeJS.Timeout | undefined

  constructor(services: Services, maximumBytes = maximumWaitingBytes) {
    this.#services = services
    this.#uncertain = new UncertainChanges(services)
    this.#maximumBytes = maximumBytes
  }

  get waiting(): number {
    return this.#transitions.length
  }

  /** What waits to be stored. */
  get waitingBytes(): number {
    return this.#waitingBytes
  }

  /** Whether no more may wait. */
  get isFull(): boolean {
    return this.#waitingBytes >= this.#maximumBytes
  }

  /** Whether what happened could not be stored, and is retried. */
  get isBehind(): boolean {
    return this.#hasFailed
  }

  get isClosed(): boolean {
    return this.#isClosed
  }

  take(transition: PointTransition): void {
    this.#transitions.push(transition)
    this.#waitingBytes += bytesOf(transition)
    this.#write()
  }

  /** A run of late readings, or one that is longer by now. */
  takeLate(run: LateRun): void {
    const key = `${keyOf(run.of)} ${run.since}`
    if (!this.#late.has(key)) this.#waitingBytes += bytesOf(run)
    this.#late.set(key, run)
    this.#write()
  }

  /**
   * Changes alarms for a person, after everything that came before: `decide` adds to the changes,
   * `record` writes what belongs to them in the same transaction, `apply` follows it.
   */
  change<Result>(
    decide: (changes: AlarmChanges) => Result,
    record: (transaction: Transaction<DB>, result: Result) => Promise<void>,
    apply: () => void = () => {},
  ): Promise<Result> {
    return this.#queue.run(async () => {
      const { sql, open, clock } = this.#services
      await this.#uncertain.settle()
      const changes = new AlarmChanges(open, clock())
      const result = decide(changes)
      try {
        await sql.transaction().execute(async (transaction) => {
          await changes.write(transaction)
          await record(transaction, result)
        })
      } catch (error) {
        if (isTransientFailure(error)) this.#addUncertain(changes)
        throw error
      }
      apply()
      this.#announce(changes)
      return result
    })
  }

  /** Part of a change: the shelf of a source ends. */
  endShelf(changes: AlarmChanges, point: PointName, details: EventDetails): void {
    showUnlessSuppressed(this.#services, changes, point, details)
  }

  /** Runs after everything that has happened until now is stored. */
  afterwards(work: () => Promise<void>): Promise<void> {
    return this.#queue.run(work)
  }

  /** Waits for what is on its way; what is not stored then is evaluated at the next start. */
  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#retry)
    await this.#queue.ended()
  }

  /** It may be stored all the same. */
  #addUncertain(changes: AlarmChanges): void {
    this.#uncertain.add(changes.ids)
    this.#write()
  }

  #write(): void {
    if (this.#isWriting || this.#isClosed) return
    this.#isWriting = true
    void this.#queue.run(async () => {
      // What is added from now on is written by another task.
      this.#isWriting = false
      await this.#writeAll()
    })
  }

  async #writeAll(): Promise<void> {
    let oneByOne = 0
    while (this.#uncertain.isAny || this.#transitions.length + this.#late.size > 0) {
      const part = this.#nextPart(oneByOne > 0)
      const count = part.transitions.length + part.late.length
      try {
        await this.#uncertain.settle()
        await this.#writeSome(
          part.transitions,
          part.late.map(([, run]) => run),
        )
      } catch (error) {
        if (!isRefusal(error)) return this.#retryAfter(error)
        if (count > 1) {
          oneByOne = count
          continue
        }
        this.#services.log.warn({ err: error }, 'an alarm can never be stored; it is left out')
      }
      this.#removeStored(part)
      oneByOne = Math.max(0, oneByOne - count)
      this.#hasFailed = false
    }
  }

  #nextPart(isOne: boolean): Part {
    const transitions = this.#transitions.slice(0, isOne ? 1 : transitionsAtOnce)
    const lateCount = isOne ? 1 - transitions.length : lateAtOnce
    return { transitions, late: [...this.#late].slice(0, lateCount) }
  }

  #retryAfter(error: unknown): void {
    this.#hasFailed = true
    this.#services.log.warn({ err: error }, 'alarms could not be stored; trying again')
    this.#scheduleRetry()
  }

  /** A run that has become longer meanwhile is written again. */
  #removeStored({ transitions, late }: Part): void {
    this.#transitions.splice(0, transitions.length)
    for (const each of transitions) this.#waitingBytes -= bytesOf(each)
    for (const [key, run] of late)
      if (this.#late.get(key) === run) {
        this.#late.delete(key)
        this.#waitingBytes -= bytesOf(run)
      }
  }

  async #writeSome(some: readonly PointTransition[], late: readonly LateRun[]): Promise<void> {
    if (some.length + late.length === 0) return
    const { sql, open, clock, isThere } = this.#services
    const changes = new AlarmChanges(open, clock())
    for (const transition of some.filter(({ of }) => isThere(of)))
      applyTransition(this.#services, changes, transition)
    const used = some.filter(({ type, of }) => type === 'return' && open.shelfOf(of)?.isOneShot)
    // What came together with the end of the alarm was hidden by the shelf that ended with it.
    for (const { of } of used) this.endShelf(changes, of, { type: 'unshelved' })
    await sql.transaction().execute(async (transaction) => {
      await changes.write(transaction)
      await storeLateAlarms(
        transaction,
        late.filter(({ of }) => isThere(of)).map((each) => this.#lateAlarm(each)),
      )
      for (const { of } of used) await deleteShelf(transaction, of)
    })
    for (const { of } of used) open.removeShelf(of)
    this.#announce(changes)
  }

  /** What late readings would have raised: recorded as ended, and seen by those who look back. */
  #lateAlarm({ of, since, until, value, goesOnAt }: LateRun): LateAlarm {
    const transition = { of, type: 'raise', since, at: since, value } as const
    const alarm = newAlarm(this.#services, null, transition)
    const ended = { hidden: null, isLate: true, returnedAt: until, endedAt: until }
    return { alarm: { ...alarm, ...ended }, goesOnAt }
  }

  #announce(changes: AlarmChanges): void {
    const deviceIds = changes.apply()
    if (deviceIds.size > 0) this.#services.bus.emit('alarmsChanged', { deviceIds })
  }

  /** Later, so that what people do meanwhile is answered. */
  #scheduleRetry(): void {
    if (this.#isClosed) return
    clearTimeout(this.#retry)
    this.#retry = setTimeout(() => this.#write(), retryMs).unref()
  }
}
