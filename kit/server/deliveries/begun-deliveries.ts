import type { Kysely } from 'kysely'
import type { DeliveryChannel } from '#kit/model/delivery.ts'
import type { Clock } from '#kit/server/clock.ts'
import type { DB } from '#kit/server/postgres-schema.ts'
import { beginDue, endAttempt, readInterrupted } from './deliveries-store.ts'
import type { Delivery } from './delivery.ts'

interface Services {
  readonly sql: Kysely<DB>
  readonly clock: Clock
  /** When the next attempt after this one is made, ms UTC; null: it was the last. */
  readonly nextAt: (attempt: number, at: number) => number | null
}

/**
 * The deliveries under way. They are begun one after the other, so that what the database has as
 * under way and nobody here has is certain to be lost: left by a server that was killed, or begun
 * by a statement whose answer never came.
 */
export class BegunDeliveries {
  readonly #services: Services
  readonly #ids = new Set<string>()
  #turn: Promise<unknown> = Promise.resolve()
  #mayHaveLost = true

  constructor(services: Services) {
    this.#services = services
  }

  /** Begins what is due longest of a channel; null: nothing is. */
  begin(channel: DeliveryChannel): Promise<Delivery | null> {
    return this.#inTurn(async () => {
      await this.#takeUp()
      this.#mayHaveLost = true
      const delivery = await beginDue(this.#services.sql, channel, this.#services.clock())
      this.#mayHaveLost = false
      if (delivery) this.#ids.add(delivery.id)
      return delivery
    })
  }

  /** How it ended is noted, or the server ends. */
  end({ id }: Pick<Delivery, 'id'>): void {
    this.#ids.delete(id)
  }

  /** What was lost is retried as a further attempt. */
  takeUp(): Promise<void> {
    return this.#inTurn(() => this.#takeUp())
  }

  async #takeUp(): Promise<void> {
    if (!this.#mayHaveLost) return
    const { sql, clock, nextAt } = this.#services
    const at = clock()
    // What ends meanwhile is under way in what is read, and no more here.
    const ids = new Set(this.#ids)
    for (const each of await readInterrupted(sql))
      if (!ids.has(each.id)) {
        const next = nextAt(each.attempt, at)
        await endAttempt(sql, each, { at, failure: 'interrupted', detail: '', nextAt: next })
      }
    this.#mayHaveLost = false
  }

  #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const done = this.#turn.then(work)
    this.#turn = done.catch(() => undefined)
    return done
  }
}
