import type { Logger } from 'pino'
import { AppError } from '#kit/model/calls/errors.ts'
import type { Budget, Reservation } from '#kit/server/budget/budget.ts'
import type { Delivery } from './link-options.ts'

const firstRetryMs = 250
const maximumRetryMs = 5_000
const reservationPollMs = 100
/** Longer than a disk takes; a database that is away may take hours to answer. */
const patienceMs = 2_000
/** What a message takes besides its content. */
const overheadBytes = 512

/** What is to be done with a message. */
export interface Work {
  /** Messages of one ordering key are taken in their order. */
  readonly orderingKey: string
  /** Rejects when it should be retried. */
  run(): Promise<void>
}

interface Message {
  /** In the order of arrival. */
  readonly number: number
  /** By the monotonic clock, ms. */
  readonly takenAt: number
  readonly work: Work
  readonly delivery: Delivery
  readonly reservation: Reservation
  /** `waiting`: could not be stored, will be retried. */
  state: 'open' | 'waiting' | 'done'
}

/** Messages of one ordering key that could not be stored: those after them wait behind them. */
interface Waiting {
  readonly messages: Message[]
  readonly timer: NodeJS.Timeout
  readonly delay: number
}

interface Options {
  /** Has room for the largest message, or nothing would come after it. */
  readonly budget: Pick<Budget, 'reserve'>
  /** Whose bytes they are. */
  readonly source: string
  readonly logger: Pick<Logger, 'warn'>
  /** How long those behind a message wait for it with their acknowledgement, ms. */
  readonly patienceMs?: number
  /** Null: the message is acknowledged, and nothing is done with it. */
  plan(delivery: Delivery): Work | null
}

/**
 * Takes messages while earlier ones still wait for the disk: those of one ordering key in the order
 * of their arrival. Each is acknowledged when it has been dealt with, in the order of arrival as
 * MQTT asks for; only messages that have to be retried, or that nothing answers for long, are
 * passed over: they hold up nobody.
 */
export class MessageFlow {
  readonly #options: Options
  readonly #messages = new Set<Message>()
  readonly #waiting = new Map<string, Waiting>()
  #number = 0
  #released = Promise.withResolvers<void>()
  #acknowledging = false
  /** Looks again for what can be acknowledged. */
  #patience: NodeJS.Timeout | undefined
  #closed = false

  constructor(options: Options) {
    this.#options = options
  }

  /** Messages taken and not acknowledged. */
  get size(): number {
    return this.#messages.size
  }

  /** Begins with a message; resolves when the next may be taken. Never rejects. */
  async take(delivery: Delivery): Promise<void> {
    const work = this.#options.plan(delivery)
    if (work === null) return delivery.acknowledge()
    const reservation = await this.#reserve(delivery)
    if (reservation === null) return
    const message: Message = {
      ...{ number: this.#number++, takenAt: performance.now() },
      ...{ work, delivery, reservation, state: 'open' },
    }
    this.#messages.add(message)
    const waiting = this.#waiting.get(work.orderingKey)
    if (waiting) this.#putBehind(waiting, message)
    else void this.#begin(message)
  }

  /** What waits for a retry is the broker's again: it will send it again. */
  leaveToBroker(): void {
    for (const { messages, timer } of this.#waiting.values()) {
      clearTimeout(timer)
      for (const message of messages) this.#end(message)
    }
    this.#waiting.clear()
    this.#signalRelease()
  }

  /** Takes nothing more; resolves when what was begun has ended. */
  async close(): Promise<void> {
    this.#closed = true
    this.leaveToBroker()
    while (this.#messages.size > 0) await this.#released.promise
  }

  async #reserve(delivery: Delivery): Promise<Reservation | null> {
    const bytes = delivery.payload.length + overheadBytes
    while (!this.#closed && delivery.isCurrent()) {
      const reservation = this.#options.budget.reserve('mqtt-packet', this.#options.source, bytes)
      if (typeof reservation === 'object') return reservation
      // What others release comes without notice.
      const timer = setTimeout(() => this.#signalRelease(), reservationPollMs)
      await this.#released.promise
      clearTimeout(timer)
    }
    return null
  }

  async #begin(message: Message): Promise<void> {
    try {
      await this.#receive(message)
    } catch (error) {
      this.#retryLater(message, error)
    }
  }

  /** Rejects when the message should be retried. */
  async #receive(message: Message): Promise<void> {
    await message.work.run()
    message.state = 'done'
    this.#acknowledgeSoon()
  }

  #retryLater(message: Message, error: unknown): void {
    const { orderingKey } = message.work
    if (this.#closed || !message.delivery.isCurrent()) return this.#end(message)
    message.state = 'waiting'
    const waiting = this.#waiting.get(orderingKey)
    if (waiting) return this.#putBehind(waiting, message)
    this.#options.logger.warn(
      { err: error, orderingKey },
      'messages of a device could not be stored yet',
    )
    const asked = error instanceof AppError ? (error.retryAfterSeconds ?? 0) * 1_000 : 0
    this.#waitWith(orderingKey, [message], Math.min(Math.max(asked, firstRetryMs), maximumRetryMs))
    this.#acknowledgeSoon()
  }

  #putBehind({ messages }: Waiting, message: Message): void {
    message.state = 'waiting'
    const place = messages.findLastIndex(({ number }) => number < message.number) + 1
    messages.splice(place, 0, message)
    this.#acknowledgeSoon()
  }

  #waitWith(orderingKey: string, messages: Message[], delay: number): void {
    const timer = setTimeout(() => void this.#retry(orderingKey), delay)
    this.#waiting.set(orderingKey, { messages, timer, delay })
  }

  /**
   * The first message alone shows whether it goes on; then all that waited behind it begin, in
   * their order.
   */
  async #retry(orderingKey: string): Promise<void> {
    const waiting = this.#waiting.get(orderingKey)
    const first = waiting?.messages.shift()
    if (!waiting || !first) return void this.#waiting.delete(orderingKey)
    first.state = 'open'
    try {
      await this.#receive(first)
    } catch {
      if (this.#waiting.get(orderingKey) !== waiting) return this.#end(first)
      waiting.messages.unshift(Object.assign(first, { state: 'waiting' as const }))
      return this.#waitWith(
        orderingKey,
        waiting.messages,
        Math.min(waiting.delay * 2, maximumRetryMs),
      )
    }
    if (this.#waiting.get(orderingKey) !== waiting) return
    this.#waiting.delete(orderingKey)
    for (const message of waiting.messages)
      void this.#begin(Object.assign(message, { state: 'open' as const }))
  }

  /** Once for all that end in the same turn, as those of one group do. */
  #acknowledgeSoon(): void {
    if (this.#acknowledging) return
    this.#acknowledging = true
    setImmediate(() => {
      this.#acknowledging = false
      this.#acknowledge()
    })
  }

  #acknowledge(): void {
    clearTimeout(this.#patience)
    const now = performance.now()
    for (const message of this.#messages) {
      const leftMs = message.takenAt + (this.#options.patienceMs ?? patienceMs) - now
      if (message.state === 'open' && leftMs > 0) {
        this.#patience = setTimeout(() => this.#acknowledge(), Math.ceil(leftMs)).unref()
        break
      }
      if (message.state !== 'done') continue
      message.delivery.acknowledge()
      this.#end(message)
    }
  }

  #end(message: Message): void {
    message.reservation.release()
    this.#messages.delete(message)
    this.#signalRelease()
  }

  #signalRelease(): void {
    this.#released.resolve()
    this.#released = Promise.withResolvers()
  }
}
