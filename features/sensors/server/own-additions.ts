import type { AddedTo } from './additions-store.ts'

/**
 * Notifications that additions of this process itself cause: the catalogue has what they are about,
 * and reads nothing again for them. A device of thousands of sensors would be read at each new one.
 *
 * The database notifies once for each device of a transaction, with the number of the process in
 * which it ran, after its end. So a notification of that process and device is the expected one, or
 * one of an earlier transaction there: then the expected one comes after it, and is read.
 */
export class OwnAdditions {
  readonly #readAgain: (deviceIds: readonly number[]) => void
  readonly #expected = new Map<string, number>()

  constructor(readAgain: (deviceIds: readonly number[]) => void) {
    this.#readAgain = readAgain
  }

  /** Lets `add` add sensors; it says in its transaction to which devices. */
  async adding<Result>(add: (onAdded: (to: AddedTo) => void) => Promise<Result>): Promise<Result> {
    const added: AddedTo[] = []
    try {
      return await add((to) => {
        added.push(to)
        this.#change(to, 1)
      })
    } catch (error) {
      for (const to of added) {
        this.#change(to, -1)
        // One that came meanwhile was another one.
        this.#readAgain([...to.deviceIds])
      }
      throw error
    }
  }

  /** Receives a notification that came. */
  notified(deviceId: number, processId: number): void {
    if (this.#expected.has(nameOf(processId, deviceId)))
      this.#change({ processId, deviceIds: new Set([deviceId]) }, -1)
    else this.#readAgain([deviceId])
  }

  /** Notifications may have been lost. */
  clear(): void {
    this.#expected.clear()
  }

  #change({ processId, deviceIds }: AddedTo, by: 1 | -1): void {
    for (const deviceId of deviceIds) {
      const name = nameOf(processId, deviceId)
      const number = (this.#expected.get(name) ?? 0) + by
      if (number > 0) this.#expected.set(name, number)
      else this.#expected.delete(name)
    }
  }
}

const nameOf = (processId: number, deviceId: number) => `${processId} ${deviceId}`
