import type { ISubscription } from 'mqtt-packet'

type Subscription = Pick<ISubscription, 'topic' | 'rh' | 'rap'>

/** A device has a handful of filters of its own. */
const maximumFilters = 50
const onlyWhenNew = 1
const never = 2

/**
 * Which subscriptions of a client of MQTT 5 get what is retained (their option Retain Handling).
 */
export class RetainHandling {
  /** By filter, whether it gets what is retained. */
  readonly #sendsRetained = new Map<string, boolean>()

  /** Notes a subscription that was granted. */
  subscribe({ topic, rh, rap }: Subscription): void {
    const isKnown = this.#sendsRetained.has(topic)
    if (!isKnown && this.#sendsRetained.size >= maximumFilters) return
    // Of a subscription that passes the flag on, what comes now and what was retained look alike.
    const isWithheld = rap !== true && (rh === never || (rh === onlyWhenNew && isKnown))
    this.#sendsRetained.set(topic, !isWithheld)
  }

  unsubscribe(filters: readonly string[]): void {
    for (const filter of filters) this.#sendsRetained.delete(filter)
  }

  /** Whether a retained message of this topic is sent. */
  sendsRetained(topic: string): boolean {
    const matching = [...this.#sendsRetained].filter(([filter]) => reaches(filter, topic))
    return matching.length === 0 || matching.some(([, isSent]) => isSent)
  }
}

function reaches(filter: string, topic: string): boolean {
  return filter === topic || (/[+#]$/.test(filter) && topic.startsWith(filter.slice(0, -1)))
}
