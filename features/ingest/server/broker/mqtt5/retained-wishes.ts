import type { ISubscription } from 'mqtt-packet'

/** A device has a handful of filters of its own. */
const maximumFilters = 50
const onlyWhenNew = 1
const never = 2

/** Which subscriptions of a client of MQTT 5 want what is retained (its option Retain Handling). */
export class RetainedWishes {
  /** By filter, whether it wants it. */
  readonly #wishes = new Map<string, boolean>()

  subscribe({ topic, rh, rap }: ISubscription): void {
    const isKnown = this.#wishes.has(topic)
    if (!isKnown && this.#wishes.size >= maximumFilters) return
    // Of a subscription that passes the flag on, what comes now and what was retained look alike.
    const isUnwanted = rap !== true && (rh === never || (rh === onlyWhenNew && isKnown))
    this.#wishes.set(topic, !isUnwanted)
  }

  /** Of each filter, whether it was subscribed to; true of one too many. */
  unsubscribe(filters: readonly string[]): readonly boolean[] {
    const isFull = this.#wishes.size >= maximumFilters
    return filters.map((filter) => this.#wishes.delete(filter) || isFull)
  }

  /** Whether a retained message of this topic is wanted. */
  wants(topic: string): boolean {
    const wishes = [...this.#wishes].filter(([filter]) => reaches(filter, topic))
    return wishes.length === 0 || wishes.some(([, isWanted]) => isWanted)
  }
}

function reaches(filter: string, topic: string): boolean {
  return filter === topic || (/[+#]$/.test(filter) && topic.startsWith(filter.slice(0, -1)))
}
