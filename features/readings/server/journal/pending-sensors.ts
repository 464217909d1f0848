import type { ReadingScope } from '#kit/server/readings/reading-writer.ts'

class Pending {
  readonly sensors = new Set<number>()
  oldest = Number.POSITIVE_INFINITY

  matches({ sensorIds, to }: ReadingScope): boolean {
    if (this.sensors.size === 0 || (to !== undefined && to <= this.oldest)) return false
    if (sensorIds === undefined) return true
    for (const id of sensorIds) if (this.sensors.has(id)) return true
    return false
  }
}

/**
 * The sensors with readings that are in the journal and not in the store yet; there may be some too
 * many, never one too few.
 */
export class PendingSensors {
  #gathered = new Pending()
  #inProgress = new Pending()

  add(sensorIds: Iterable<number>, oldest: number): void {
    for (const id of sensorIds) this.#gathered.sensors.add(id)
    if (oldest < this.#gathered.oldest) this.#gathered.oldest = oldest
  }

  /** A batch begins that holds all that was added until now. */
  beginAll(): void {
    this.add(this.#inProgress.sensors, this.#inProgress.oldest)
    this.#inProgress = this.#gathered
    this.#gathered = new Pending()
  }

  /** All that was added before the last `beginAll` is in the store. */
  endAll(): void {
    this.#inProgress = new Pending()
  }

  matches(scope: ReadingScope): boolean {
    return this.#gathered.matches(scope) || this.#inProgress.matches(scope)
  }
}
