import type { FetchedOutcome, FetchedValue } from '#kit/server/devices/device-intake.ts'

/**
 * Values that are handed over and not taken yet: of thousands of devices that cannot be taken now
 * the others notice nothing, and the frame has room for more.
 */
const maximumOpenValues = 10_000
/** Values that are handed over together. */
const maximumValues = 1_000

type Take = (lesiId: string, values: readonly FetchedValue[]) => Promise<FetchedOutcome>

interface Waiting {
  readonly values: readonly FetchedValue[]
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}

/**
 * Hands values over for one device after the other: those of a device in their order and together,
 * so that one that sends much delays no other.
 */
export class DeviceQueues {
  readonly #take: Take
  /** By LESI ID; whoever waits longest comes first. */
  readonly #queues = new Map<string, Waiting[]>()
  readonly #open = new Set<string>()
  #openValues = 0

  constructor(take: Take) {
    this.#take = take
  }

  /** Resolves when the values are on disk, or refused for good. */
  take(lesiId: string, values: readonly FetchedValue[]): Promise<void> {
    return new Promise((resolve, reject) => {
      const queue = this.#queues.get(lesiId)
      const waiting = { values, resolve, reject }
      if (queue) queue.push(waiting)
      else this.#queues.set(lesiId, [waiting])
      if (!this.#open.has(lesiId)) this.#next()
    })
  }

  #next(): void {
    for (const [lesiId, queue] of this.#queues) {
      if (this.#openValues >= maximumOpenValues) return
      if (this.#open.has(lesiId)) continue
      this.#queues.delete(lesiId)
      const batch = batchOf(queue)
      // The rest of its values waits behind all other devices.
      const rest = queue.slice(batch.length)
      if (rest.length > 0) this.#queues.set(lesiId, rest)
      void this.#hand(lesiId, batch)
    }
  }

  async #hand(lesiId: string, batch: readonly Waiting[]): Promise<void> {
    const values = batch.flatMap((each) => each.values)
    this.#open.add(lesiId)
    this.#openValues += values.length
    try {
      await this.#take(lesiId, values)
      for (const { resolve } of batch) resolve()
    } catch (error) {
      for (const { reject } of batch) reject(error)
    } finally {
      this.#open.delete(lesiId)
      this.#openValues -= values.length
      this.#next()
    }
  }
}

function batchOf(queue: readonly Waiting[]): readonly Waiting[] {
  let count = 0
  const end = queue.findIndex(({ values }, index) => {
    count += values.length
    return index > 0 && count > maximumValues
  })
  return end === -1 ? queue : queue.slice(0, end)
}
