import type { Transaction } from 'kysely'
import type { Logger } from 'pino'
import type { Bus } from '#kit/server/bus.ts'
import type { DB } from '#kit/server/postgres-schema.ts'
import {
  isConflict,
  isRefusal,
  isTransientFailure,
} from '#kit/server/postgres/transient-failure.ts'
import { SerialQueue } from '#kit/server/process/serial-queue.ts'
import type { PointName, PointTransition } from '../evaluation/evaluated-point.ts'
import type { LateRun } from '../evaluation/late-runs.ts'
import { AsidePoints } from './aside-points.ts'
import { maximumFailures, retryMs, writeAside } from './write-aside.ts'
import { AlarmChanges, type EventDetails } from './changes.ts'
import { UncertainChanges } from './uncertain-changes.ts'
import { showUnlessSuppressed } from './transitions.ts'
import { partOf, partSize, WaitingAlarms, type Happened, type Part } from './waiting-alarms.ts'
import { writePart, type WritingServices } from './write-part.ts'

interface Services extends WritingServices {
  readonly bus: Bus
  readonly log: Pick<Logger, 'warn'>
}

const neverStored = 'an alarm can never be stored; it is left out'

/** Bytes that may wait for the database; beyond them nothing more is evaluated. */
const maximumWaitingBytes = 16 * 2 ** 20
/** Between two tries of a point of which something cannot be stored, while others can. */
const asideRetryMs = 60_000
/** Points with trouble of their own may hold this part of the room. */
const asideShare = 1 / 4

interface Options {
  readonly maximumBytes?: number | undefined
  readonly asideRetryMs?: number
}

/** Whether all that could be written was, or nothing can be at present. */
type Outcome = 'written' | 'failing'

/**
 * Writes what happens to alarms, one thing after the other: an alarm is stored before anybody sees
 * it. Transitions wait while the database does not answer, as long as there is room for them. What
 * cannot be stored of one point, for a reason of its own, is put aside and tried again slowly.
 */
export class AlarmRegister {
  readonly #services: Services
  readonly #maximumBytes: number
  readonly #waiting = new WaitingAlarms()
  readonly #queue = new SerialQueue()
  readonly #uncertain: UncertainChanges
  readonly #aside: AsidePoints
  #isWriting = false
  #hasFailed = false
  #isClosed = false
  #retry: NodeJS.Timeout | undefined

  constructor(services: Services, options: Options = {}) {
    this.#services = services
    this.#uncertain = new UncertainChanges(services)
    this.#maximumBytes = options.maximumBytes ?? maximumWaitingBytes
    this.#aside = new AsidePoints({
      maximumBytes: this.#maximumBytes * asideShare,
      retryMs: options.asideRetryMs ?? asideRetryMs,
      log: services.log,
    })
  }

  get waiting(): number {
    return this.#waiting.transitions + this.#aside.waiting
  }

  /** What waits to be stored. */
  get waitingBytes(): number {
    return this.#waiting.bytes + this.#aside.bytes
  }

  /** Whether no more may wait. */
  get isFull(): boolean {
    return this.waitingBytes >= this.#maximumBytes
  }

  /** Whether what happened could not be stored, and is retried. */
  get isBehind(): boolean {
    return this.#hasFailed || this.#aside.hasUnproven
  }

  /** Points of which something cannot be stored, while others can. */
  get asideCount(): number {
    return this.#aside.count
  }

  /** Of their sensors: since which of their times (ms UTC) not all is stored. */
  asideSince(): ReadonlyMap<number, number> {
    return this.#aside.sinceOfSensors()
  }

  get isClosed(): boolean {
    return this.#isClosed
  }

  take(transition: PointTransition): void {
    this.#take(transition)
  }

  /** A run of late readings, or one that is longer by now. */
  takeLate(run: LateRun): void {
    this.#take(run)
  }

  #take(happened: Happened): void {
    if (this.#aside.has(happened.of)) return this.#aside.add(happened)
    this.#waiting.add(happened)
    this.#write()
  }

  /**
   * Changes alarms for a person, after everything that came before: `decide` adds to the changes,
   * `record` writes what belongs to them in the same transaction, `apply` follows it. It returns
   * the devices of which something else than alarms is changed.
   */
  change<Result>(
    decide: (changes: AlarmChanges) => Result,
    record: (transaction: Transaction<DB>, result: Result) => Promise<void>,
    apply: (result: Result) => Iterable<number> = () => [],
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
      this.#announce(changes, apply(result))
      if (!changes.isEmpty) this.#succeeded()
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
    try {
      await this.#uncertain.settle()
    } catch (error) {
      return this.#retryAfter(error)
    }
    const isFailing =
      (await this.#writeWaiting()) === 'failing' || (await this.#writeAside()) === 'failing'
    const dueInMs = isFailing ? retryMs : this.#aside.dueInMs
    if (dueInMs !== null) this.#scheduleRetry(dueInMs)
  }

  /** Where it fails the part is halved until what fails is alone; then that goes aside. */
  async #writeWaiting(): Promise<Outcome> {
    let size = partSize
    let failures = 0
    while (!this.#waiting.isEmpty) {
      const part = this.#waiting.part(size)
      const count = part.transitions.length + part.late.length
      const error = await this.#tryPart(part)
      if (isTransientFailure(error)) {
        this.#retryAfter(error)
        return 'failing'
      }
      if (error !== null && count > 1) {
        size = Math.ceil(count / 2)
        continue
      }
      // What was refused since somebody was just removed is taken without that person.
      if (error !== null && (!isRefusal(error) || isConflict(error))) {
        this.#setAside(part, error)
        if (++failures >= maximumFailures) return 'failing'
        continue
      }
      if (error !== null) this.#services.log.warn({ err: error }, neverStored)
      this.#waiting.remove(part)
      failures = 0
      size *= 2
    }
    this.#hasFailed = false
    return 'written'
  }

  /** Why it could not be stored; null: it is. */
  async #tryPart(part: Part): Promise<unknown> {
    try {
      const changes = await writePart(this.#services, part, (ids) => this.#uncertain.add(ids))
      this.#announce(changes)
      if (!changes.isEmpty || part.late.length > 0) this.#succeeded()
    } catch (error) {
      return error ?? new Error('no reason was given')
    }
    return null
  }

  /** Something was written. */
  #succeeded(): void {
    this.#aside.succeeded()
    // Those that wait aside are tried by another task.
    if (this.#aside.hasUnproven) this.#write()
  }

  /** With all that waits of the same point: it is written in its order. */
  #setAside({ transitions, late }: Part, error: unknown): void {
    const [first] = [...transitions, ...late]
    if (!first) return
    this.#services.log.warn({ err: error }, 'an alarm could not be stored; trying again')
    this.#aside.begin(first.of, error, retryMs)
    for (const each of this.#waiting.takeOf(first.of)) this.#aside.add(each)
  }

  async #writeAside(): Promise<Outcome> {
    const error = await writeAside(this.#aside, {
      write: (items) => this.#tryPart(partOf(items)),
      left: (reason) => this.#services.log.warn({ err: reason }, neverStored),
    })
    if (error === null) return 'written'
    if (isTransientFailure(error)) this.#retryAfter(error)
    return 'failing'
  }

  #retryAfter(error: unknown): void {
    this.#hasFailed = true
    this.#services.log.warn({ err: error }, 'alarms could not be stored; trying again')
    this.#scheduleRetry(retryMs)
  }

  #announce(changes: AlarmChanges, others: Iterable<number> = []): void {
    const deviceIds = new Set([...changes.apply(), ...others])
    if (deviceIds.size > 0) this.#services.bus.emit('alarmsChanged', { deviceIds })
  }

  /** Later, so that what people do meanwhile is answered. */
  #scheduleRetry(afterMs: number): void {
    if (this.#isClosed) return
    clearTimeout(this.#retry)
    this.#retry = setTimeout(() => this.#write(), afterMs).unref()
  }
}
