import type { FetchedOutcome, FetchedValue } from '#kit/server/devices/device-intake.ts'

/** Documents on their way to the server at once; 16 were no faster in `bench connectors`. */
const maximumOpen = 4
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
      this.#next()
    })
  }

  #next(): void {
    for (const [lesiId, queue] of this.#queues) {
      if (this.#open.size >= maximumOpen) return
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
    this.#open.add(lesiId)
    try {
      await this.#take(
        lesiId,
        batch.flatMap(({ values }) => values),
      )
      for (const { resolve } of batch) resolve()
    } catch (error) {
      for (const { reject } of batch) reject(error)
    } finally {
      this.#open.delete(lesiId)
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
