import { heartbeatIntervalMs } from '#kit/model/live/protocol.ts'

const silenceMs = 3 * heartbeatIntervalMs

interface Timers {
  /** A monotonic clock, ms. */
  now(): number
  /** Calls back after `ms`; returns the function that cancels. */
  after(ms: number, callback: () => void): () => void
}

/** Calls back when nothing was received for three heartbeats. */
export class SilenceWatch {
  readonly #timers: Timers
  readonly #onSilence: () => void
  #receivedAt = 0
  #cancel = () => {}

  constructor(timers: Timers, onSilence: () => void) {
    this.#timers = timers
    this.#onSilence = onSilence
  }

  /** Begins to watch; also covers a handshake that never ends. */
  start(): void {
    this.stop()
    this.received()
    this.#wait()
  }

  stop(): void {
    this.#cancel()
  }

  received(): void {
    this.#receivedAt = this.#timers.now()
  }

  #wait(): void {
    const { now, after } = this.#timers
    this.#cancel = after(this.#receivedAt + silenceMs - now(), () => {
      const silent = now() - this.#receivedAt
      if (silent < silenceMs) this.#wait()
      else if (silent > silenceMs + heartbeatIntervalMs) this.#waitAfterSleep()
      else this.#onSilence()
    })
  }

  /**
   * The timer itself came late (a suspended machine, a busy page): messages may wait unread, so one
   * more heartbeat is granted.
   */
  #waitAfterSleep(): void {
    const before = this.#receivedAt
    this.#cancel = this.#timers.after(heartbeatIntervalMs, () =>
      this.#receivedAt === before ? this.#onSilence() : this.#wait(),
    )
  }
}
