import type { FetchedValue } from '#kit/server/devices/device-intake.ts'
import { maximumValuesPerMessage } from '#kit/model/limits.ts'
import type { ConnectorHost } from '../../../driver.ts'

const flushIntervalMs = 100
/** Documents on their way to the server at once. */
const maximumOpen = 4
/** From so many values on the server is asked to hold its own; below the second it goes on. */
export const highWaterMark = 20_000
const lowWater = 2_000
/** What it had sent already may come on top; what is beyond is lost, and counted. */
const maximumWaiting = 60_000

interface Services {
  readonly host: Pick<ConnectorHost, 'take' | 'refuse'>
  /** The server is to hold its values, or may send them again. */
  readonly onFull: (isFull: boolean) => void
}

/** Values on their way out of this process, in the order of each device, and never too many. */
export class OutgoingValues {
  readonly #services: Services
  readonly #waiting = new Map<string, FetchedValue[]>()
  readonly #timer: NodeJS.Timeout
  readonly #open = new Set<string>()
  #count = 0
  /** Values that nothing was left for, by device. */
  readonly #lost = new Map<string, number>()
  #isFull = false

  constructor(services: Services) {
    this.#services = services
    this.#timer = setInterval(() => this.#flush(), flushIntervalMs)
  }

  add(lesiId: string, value: FetchedValue): void {
    if (this.#count >= maximumWaiting) {
      this.#lost.set(lesiId, (this.#lost.get(lesiId) ?? 0) + 1)
      return
    }
    const waiting = this.#waiting.get(lesiId)
    if (waiting) waiting.push(value)
    else this.#waiting.set(lesiId, [value])
    this.#count += 1
    if (this.#count >= highWaterMark && !this.#isFull) this.#setFull(true)
  }

  close(): void {
    clearInterval(this.#timer)
    this.#waiting.clear()
  }

  /** One document of each device at a time, so that its values stay in order. */
  #flush(): void {
    this.#listLosses()
    for (const [lesiId, values] of this.#waiting) {
      if (this.#open.size >= maximumOpen) return
      if (this.#open.has(lesiId)) continue
      const part = values.splice(0, maximumValuesPerMessage)
      // Whoever has more waits behind the others.
      this.#waiting.delete(lesiId)
      if (values.length > 0) this.#waiting.set(lesiId, values)
      void this.#send(lesiId, part)
    }
  }

  #listLosses(): void {
    for (const [lesiId, lost] of this.#lost) {
      const reason = `${lost} values came faster than they could be stored, and were lost`
      this.#services.host.refuse(lesiId, { field: 'values', reason }, '')
    }
    this.#lost.clear()
  }

  async #send(lesiId: string, values: readonly FetchedValue[]): Promise<void> {
    this.#open.add(lesiId)
    try {
      await this.#services.host.take(lesiId, values)
    } catch {
      // The connection ends, and whoever began it receives the reason.
    } finally {
      this.#open.delete(lesiId)
      this.#count -= values.length
      if (this.#isFull && this.#count <= lowWater) this.#setFull(false)
      if (this.#waiting.size > 0) this.#flush()
    }
  }

  #setFull(isFull: boolean): void {
    this.#isFull = isFull
    this.#services.onFull(isFull)
  }
}
