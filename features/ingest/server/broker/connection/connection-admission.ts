import type { RateLimiter } from '#kit/server/budget/rate-limiter.ts'

/** The place of one connection among those of its address. */
export interface Admission {
  /** Its device has signed in: the address has its unit again, and the device gives one. */
  signedIn(lesiId: string): void
  /** It has ended: it waits no more. */
  leave(): void
}

interface Line {
  readonly waiting: Set<() => void>
  timer: NodeJS.Timeout | undefined
}

/**
 * When each new connection is served. An address has a rate for those that have not signed in;
 * others wait, in the order in which they came. Who signs in makes room at once: a plant whose
 * devices share an address is back as fast as they can be let in. A device has a rate of its own,
 * beyond which its connections count for its address.
 */
export class ConnectionAdmission {
  readonly #ofAddress: RateLimiter
  readonly #ofDevice: RateLimiter
  readonly #lines = new Map<string, Line>()

  constructor(ofAddress: RateLimiter, ofDevice: RateLimiter) {
    this.#ofAddress = ofAddress
    this.#ofDevice = ofDevice
  }

  /** Calls `serve` when a new connection of `address` may be served, perhaps at once. */
  enter(address: string, serve: () => void): Admission {
    const line = this.#lines.get(address) ?? { waiting: new Set(), timer: undefined }
    this.#lines.set(address, line)
    line.waiting.add(serve)
    this.#advance(address, line)
    return {
      signedIn: (lesiId) => {
        if (this.#ofDevice.take(lesiId, 1) > 0) return
        this.#ofAddress.giveBack(address, 1)
        const present = this.#lines.get(address)
        if (present) this.#advance(address, present)
      },
      leave: () => {
        if (line.waiting.delete(serve)) this.#advance(address, line)
      },
    }
  }

  /** Addresses whose connections wait. */
  get waitingAddresses(): number {
    return this.#lines.size
  }

  #advance(address: string, line: Line): void {
    clearTimeout(line.timer)
    for (const serve of line.waiting) {
      const delayMs = this.#ofAddress.delayOf(address, 1)
      if (delayMs > 0) {
        line.timer = setTimeout(() => this.#advance(address, line), Math.ceil(delayMs))
        return
      }
      line.waiting.delete(serve)
      this.#ofAddress.take(address, 1)
      serve()
    }
    if (this.#lines.get(address) === line) this.#lines.delete(address)
  }
}
