import type { BaseLogger } from 'pino'
import { productOrigin, type Audit, type AuditOrigin } from '../audit.ts'
import type { Clock } from '../clock.ts'
import type { Sql } from '../postgres/sql.ts'
import type { ReadinessCheck } from '../process/readiness.ts'
import { regularly } from '../process/regularly.ts'
import { SerialQueue } from '../process/serial-queue.ts'
import { readSeenTime, writeSeenTime } from './expiry-clock-store.ts'
import { afterCheck, clockStateOf, type ClockState, type SeenTime } from './passed-time.ts'

export interface ExpiryClockServices {
  readonly sql: Sql
  readonly audit: Audit
  readonly clock: Clock
  readonly log: BaseLogger
  /** How long this process runs, ms: goes on evenly, whatever is done to the clock. */
  readonly running?: () => number
  /**
   * The newest time, not after `now`, of anything that is stored; null: nothing is. Asked for when
   * the clock was never looked at before: an older version's directory.
   */
  readonly newestStored: (now: number) => Promise<number | null>
}

const checkIntervalMs = 600_000

/**
 * The time by which something is removed for good. A clock that somebody set years ahead would
 * have everything expire at once; this one is never ahead of what is proven to have passed
 * (`afterCheck`), until the clock is back, the time has passed, or an administrator confirms it.
 */
export class ExpiryClock {
  readonly #services: ExpiryClockServices
  readonly #running: () => number
  /** One after the other, so that none notes what was before another. */
  readonly #looks = new SerialQueue()
  #seen: SeenTime
  #lookedAt: number
  #checks: { stop(): Promise<void> } | null = null
  /** What the clock reported last when the server before this one looked at it, ms UTC. */
  readonly seenBefore: number

  private constructor(services: ExpiryClockServices, seen: SeenTime) {
    this.#services = services
    this.seenBefore = seen.clock
    this.#running = services.running ?? (() => performance.now())
    this.#seen = seen
    this.#lookedAt = this.#running()
  }

  static async open(services: ExpiryClockServices): Promise<ExpiryClock> {
    const { sql, clock, newestStored } = services
    const seen = await readSeenTime(sql)
    const newest = seen ? 0 : ((await newestStored(clock())) ?? clock())
    const opened = new ExpiryClock(services, seen ?? { clock: newest, trusted: newest })
    await opened.check()
    return opened
  }

  /** Looks at the clock from time to time. */
  start(): void {
    const failures = { log: this.#services.log, failure: 'the time could not be stored' }
    this.#checks ??= regularly(checkIntervalMs, failures, () => this.check())
  }

  async close(): Promise<void> {
    await this.#checks?.stop()
    await this.check().catch(() => undefined)
  }

  /** ms UTC; what expires by it may be removed. */
  now(): number {
    return Math.min(this.#services.clock(), this.#seen.trusted)
  }

  /** What time it is at least proven to be, ms UTC. */
  get trusted(): number {
    return this.#seen.trusted
  }

  get state(): ClockState {
    return clockStateOf(this.#seen)
  }

  /** Compares the clock with the time that has passed, and notes both on disk. */
  check(): Promise<void> {
    return this.#looks.run(() => this.#check())
  }

  /** Accepts the clock, as somebody says that it is right. */
  confirm(origin: AuditOrigin): Promise<void> {
    return this.#looks.run(() => this.#confirm(origin))
  }

  async #check(): Promise<void> {
    const former = this.#seen
    const ran = this.#running()
    const seen = afterCheck(former, this.#services.clock(), ran - this.#lookedAt)
    const held = clockStateOf(seen).kind === 'ahead' && clockStateOf(former).kind !== 'ahead'
    await this.#services.sql.transaction().execute(async (transaction) => {
      await writeSeenTime(transaction, seen)
      if (held)
        await this.#services.audit(transaction, productOrigin(), {
          ...{ action: 'installation.doubt-clock', entity: 'installation' },
          ...{ entityId: 'retention', entityName: '', after: textsOf(seen) },
        })
    })
    this.#note(seen, ran)
    if (held)
      this.#services.log.warn(
        textsOf(seen),
        'the clock is far ahead of the time that has passed: nothing expires by it until it is ' +
          'right again or an administrator confirms it',
      )
  }

  async #confirm(origin: AuditOrigin): Promise<void> {
    const ran = this.#running()
    const now = this.#services.clock()
    const former = this.#seen
    const seen = { clock: now, trusted: now }
    await this.#services.sql.transaction().execute(async (transaction) => {
      await writeSeenTime(transaction, seen)
      await this.#services.audit(transaction, origin, {
        ...{ action: 'installation.confirm-clock', entity: 'installation' },
        ...{ entityId: 'retention', entityName: '' },
        ...{ before: textsOf(former), after: textsOf(seen) },
      })
    })
    this.#note(seen, ran)
  }

  /** What is not stored was not seen: the next look notes it. */
  #note(seen: SeenTime, ran: number): void {
    this.#seen = seen
    this.#lookedAt = ran
  }
}

const textsOf = ({ clock, trusted }: SeenTime) => ({
  clock: new Date(clock).toISOString(),
  trusted: new Date(trusted).toISOString(),
})

/** Always ready; a clock that is not trusted is a notice. */
export function clockCheck(expiryClock: Pick<ExpiryClock, 'state'>): ReadinessCheck {
  const days = (ms: number) => Math.round(ms / 86_400_000)
  return {
    name: 'clock',
    problem: () => null,
    notice() {
      const { state } = expiryClock
      if (state.kind === 'agrees') return null
      return state.kind === 'ahead'
        ? `is ${days(state.byMs)} days ahead of the time that has passed as far as is known; ` +
            'nothing expires by it until an administrator confirms it'
        : `is ${days(state.byMs)} days behind what it reported before; less expires`
    },
  }
}
