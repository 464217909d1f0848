/** The clocks of this machine, in ms. */
export interface MachineClocks {
  /** Time since any moment, which goes on evenly whatever is set. */
  elapsed(): number
  /** ms UTC, as right as somebody has set it. */
  wall(): number
}

/** The newest messages that count: their fastest is near the truth, and a clock drifts. */
const maximumMessages = 30
/**
 * No delay of the network is this long: the server's clock was set, or this machine slept, and what
 * was observed before misleads.
 */
const clockWasSetMs = 5_000
/** The header `Date` leaves out the part of the second. */
const dateStepMs = 1_000
/** A listener is not called for less. */
const noticeableMs = 500

/**
 * The server's time. A browser's clock may be wrong and may be set at any moment, so it counts only
 * until the server has answered something; the time since is measured by a monotonic clock.
 */
export class ServerClock {
  readonly #clocks: MachineClocks
  /** What the server's clock is ahead of the monotonic one; null before the first observation. */
  #offset: number | null = null
  /** Offsets that messages showed. */
  #ofMessages: number[] = []
  readonly #listeners = new Set<() => void>()

  constructor(clocks: MachineClocks) {
    this.#clocks = clocks
  }

  /** ms UTC, a whole number. */
  now(): number {
    const { elapsed, wall } = this.#clocks
    return Math.round(this.#offset === null ? wall() : elapsed() + this.#offset)
  }

  /** What the server's clock is ahead of this computer's, ms. */
  ahead(): number {
    return this.now() - this.#clocks.wall()
  }

  /** Ms since any moment: what the time of a call's start is given in. */
  elapsed(): number {
    return this.#clocks.elapsed()
  }

  /** A message has arrived that left the server at `serverTime`, ms UTC. */
  observeMessage(serverTime: number): void {
    const offset = serverTime - this.#clocks.elapsed()
    const isSet = this.#offset === null || Math.abs(offset - this.#offset) > clockWasSetMs
    this.#ofMessages = isSet ? [offset] : [...this.#ofMessages, offset].slice(-maximumMessages)
    // The message that travelled fastest is the nearest to the truth, and it gives the greatest
    // offset.
    this.#set(Math.max(...this.#ofMessages))
  }

  /**
   * A reply with this header `Date` has arrived to a request that was sent at `sentAt` of
   * `elapsed()`. It is exact to a second and the round trip: while a better estimate lies within
   * that, nothing changes.
   */
  observeReply(date: string | null, sentAt: number): void {
    const stamped = Date.parse(date ?? '')
    if (Number.isNaN(stamped)) return
    const minimum = stamped - this.#clocks.elapsed()
    const maximum = stamped + dateStepMs - sentAt
    const offset = this.#offset
    if (offset !== null && offset >= minimum - dateStepMs && offset <= maximum + dateStepMs) return
    this.#ofMessages = []
    this.#set((minimum + maximum) / 2)
  }

  /** Calls back when the time has moved by more than it went on by itself. */
  onCorrection(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  #set(offset: number): void {
    const { elapsed, wall } = this.#clocks
    const before = this.#offset ?? wall() - elapsed()
    this.#offset = offset
    if (Math.abs(offset - before) < noticeableMs) return
    for (const listener of this.#listeners) listener()
  }
}

/**
 * The application's one server clock: every "now" of a screen. No other module may ask the
 * browser's clock (`scripts/check-clocks.ts`).
 */
export const serverClock = new ServerClock({
  elapsed: () => performance.now(),
  wall: () => Date.now(),
})
