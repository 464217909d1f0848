import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Kysely, Transaction } from 'kysely'
import type { BaseLogger } from 'pino'
import { deliveryChannels, type DeliveryChannel } from '#kit/model/delivery.ts'
import type { Bus } from '#kit/server/bus.ts'
import type { Clock } from '#kit/server/clock.ts'
import type { DB } from '#kit/server/postgres-schema.ts'
import { regularly } from '#kit/server/process/regularly.ts'
import { BegunDeliveries } from './begun-deliveries.ts'
import {
  advanceDue,
  countWaiting,
  endAttempt,
  insertDeliveries,
  nextDue,
  readDeliveries,
  removeEnded,
  withdrawDeliveries,
  type AttemptEnd,
  type Kept,
  type LoggedDelivery,
} from './deliveries-store.ts'
import { DeliveryFailure, maximumDetailLength } from './delivery-failure.ts'
import type { Delivery, NewDelivery, Sender } from './delivery.ts'

interface Services {
  readonly sql: Kysely<DB>
  readonly bus: Pick<Bus, 'on'>
  readonly clock: Clock
  readonly log: Pick<BaseLogger, 'warn'>
}

const minuteMs = 60_000
/** From an attempt that failed to the next: half a day in all. */
const waitsMs = [5_000, 30_000, 2 * minuteMs, ...[10, 30, 60, 180, 480].map((m) => m * minuteMs)]
/**
 * Beside each other, each to somebody else: one that does not answer holds up no other channel, and
 * of its own only what is for itself. All mail goes by one server, which takes only so much.
 */
const atOnce: Readonly<Record<DeliveryChannel, number>> = { mail: 2, webhook: 4, push: 4 }
/** Deliveries that wait; beyond it new ones fail at once. */
const maximumWaiting = 5_000
const retentionMs = 30 * 86_400_000
const maximumKept = 20_000
const expiryIntervalMs = 3_600_000
const pollMs = 30_000
const storeRetryMs = 1_000

/**
 * Everything that is to be delivered to the outside. It is stored with what it is about, in one
 * transaction; each attempt is recorded before it begins, and made once. What a killed server left
 * under way is retried under the same id, by which the other side can recognise it.
 */
export class Outbox {
  readonly #services: Services
  readonly #senders = new Map<DeliveryChannel, Sender>()
  readonly #running = new Set<Promise<void>>()
  readonly #stopping = new AbortController()
  readonly #begun: BegunDeliveries
  readonly #busy = new Map<DeliveryChannel, number>()
  #timer: NodeJS.Timeout | undefined
  #expiry: { stop(): Promise<void> } | null = null
  /** When the timer ends, by the clock of this process that never jumps. */
  #wakesAt = Infinity
  #isOpen = false
  /** How often it was woken: whoever looked before that looks again. */
  #wakes = 0
  /** By how much the clock was set back since what waits was last noted by it, ms. */
  #setBackMs = 0
  readonly #unfollow: () => void

  constructor(services: Services) {
    this.#services = services
    const { sql, clock } = services
    this.#begun = new BegunDeliveries({ sql, clock, nextAt })
    this.#unfollow = services.bus.on('clockSetBack', ({ byMs }) => {
      this.#setBackMs += byMs
      this.wake()
    })
  }

  /** Who delivers by a channel; what has no sender fails at its first attempt. */
  setSender(channel: DeliveryChannel, sender: Sender): void {
    this.#senders.set(channel, sender)
  }

  hasSender(channel: DeliveryChannel): boolean {
    return this.#senders.has(channel)
  }

  /** Stores what is to be delivered; its ids. Call `wake` when the transaction is through. */
  async add(
    transaction: Transaction<DB>,
    deliveries: readonly NewDelivery[],
  ): Promise<readonly string[]> {
    const room = maximumWaiting - (await countWaiting(transaction))
    const at = this.#services.clock()
    const stored = deliveries.map((each, index) => ({
      ...{ ...each, id: randomUUID(), at },
      failure: index < room ? null : ('full' as const),
    }))
    await insertDeliveries(transaction, stored)
    return stored.map(({ id }) => id)
  }

  /**
   * Ends what waits of a source, as what it was about may not be sent any more; `kept` of it stays.
   * What is under way is not retried.
   */
  withdraw(transaction: Transaction<DB>, source: string, kept: Kept | null): Promise<void> {
    return withdrawDeliveries(transaction, { source, kept, at: this.#services.clock() })
  }

  /** The last deliveries of these sources, the newest first. */
  log(sources: readonly string[], maximum: number): Promise<readonly LoggedDelivery[]> {
    return readDeliveries(this.#services.sql, sources, maximum)
  }

  /** Takes up what the server before this one left. */
  async open(): Promise<void> {
    await this.#begun.takeUp()
    const failures = { log: this.#services.log, failure: 'old deliveries could not be removed' }
    this.#expiry = regularly(expiryIntervalMs, failures, () => this.#removeOld())
    this.#isOpen = true
    this.wake()
  }

  /** Delivers what is due, soon. */
  wake(): void {
    if (!this.#isOpen || this.#stopping.signal.aborted) return
    this.#wakes += 1
    for (const channel of deliveryChannels)
      while ((this.#busy.get(channel) ?? 0) < atOnce[channel]) this.#run(channel)
    this.#wakeLater(pollMs)
  }

  /** What is under way is given up, and taken up at the next start. */
  async close(): Promise<void> {
    this.#stopping.abort()
    this.#unfollow()
    clearTimeout(this.#timer)
    await Promise.all([this.#expiry?.stop(), ...this.#running])
  }

  async #removeOld(): Promise<void> {
    const { sql, clock } = this.#services
    await removeEnded(sql, { before: clock() - retentionMs, maximum: maximumKept })
  }

  /** The earliest counts: others looked before an attempt was put off, or have nothing due. */
  #wakeLater(inMs: number): void {
    const at = performance.now() + inMs
    if (this.#stopping.signal.aborted || at >= this.#wakesAt) return
    clearTimeout(this.#timer)
    this.#wakesAt = at
    this.#timer = setTimeout(() => {
      this.#wakesAt = Infinity
      this.wake()
    }, inMs).unref()
  }

  #run(channel: DeliveryChannel): void {
    this.#busy.set(channel, (this.#busy.get(channel) ?? 0) + 1)
    const run = this.#deliverAll(channel)
      .catch((error: unknown) =>
        this.#services.log.warn({ err: error }, 'deliveries could not be read or recorded'),
      )
      .finally(() => this.#running.delete(run))
    this.#running.add(run)
  }

  async #deliverAll(channel: DeliveryChannel): Promise<void> {
    const { sql, clock } = this.#services
    try {
      while (!this.#stopping.signal.aborted) {
        await this.#followClock()
        const wakes = this.#wakes
        const delivery = await this.#begun.begin(channel)
        if (delivery) {
          await this.#deliver(delivery).finally(() => this.#begun.end(delivery))
          continue
        }
        const due = await nextDue(sql)
        // Who was woken since then finds all places of the channel taken: this one looks again.
        if (wakes !== this.#wakes) continue
        if (due !== null) this.#wakeLater(Math.min(pollMs, Math.max(1_000, due - clock())))
        break
      }
    } finally {
      this.#busy.set(channel, (this.#busy.get(channel) ?? 1) - 1)
    }
  }

  /** What waits for its next attempt waits as long as it would have, by a clock that is behind. */
  async #followClock(): Promise<void> {
    const byMs = this.#setBackMs
    if (byMs === 0) return
    this.#setBackMs = 0
    try {
      await advanceDue(this.#services.sql, byMs)
      // What is due now may be of a channel that has just found nothing.
      this.wake()
    } catch (error) {
      this.#setBackMs += byMs
      throw error
    }
  }

  async #deliver(delivery: Delivery): Promise<void> {
    const { clock, log } = this.#services
    const { signal } = this.#stopping
    const { id, attempt, channel } = delivery
    let end: AttemptEnd
    try {
      const sender = this.#senders.get(channel)
      if (!sender) throw new DeliveryFailure('not_set_up', '', true)
      const detail = (await sender(delivery, signal)).slice(0, maximumDetailLength)
      end = { at: clock(), failure: null, nextAt: null, detail }
    } catch (error) {
      // The next start finds it under way.
      if (signal.aborted) return
      const known = error instanceof DeliveryFailure ? error : null
      log.warn({ err: error, delivery: id, channel, attempt }, 'something was not delivered')
      const at = clock()
      const next = known?.isFinal ? null : nextAt(attempt, at)
      const failure = known?.reason ?? 'defect'
      end = { at, failure, detail: known?.message ?? '', nextAt: next }
    }
    await this.#storeEnd(delivery, end)
  }

  /** What was sent is not sent again because the database does not answer. */
  async #storeEnd(delivery: Delivery, end: AttemptEnd): Promise<void> {
    const { sql, log } = this.#services
    for (;;) {
      try {
        return await endAttempt(sql, delivery, end)
      } catch (error) {
        if (this.#stopping.signal.aborted) return
        log.warn({ err: error }, 'how a delivery ended could not be stored; trying again')
        await delay(storeRetryMs, undefined, { signal: this.#stopping.signal }).catch(
          () => undefined,
        )
      }
    }
  }
}

function nextAt(attempt: number, at: number): number | null {
  const wait = waitsMs[attempt - 1]
  return wait === undefined ? null : at + wait
}
