/** So many connections in a row that end this soon without an error are no accident. */
const takeoverConnections = 3
const shortConnectionMs = 10_000

/**
 * Recognises that another server takes the session: two under one name take it from each other, and
 * not every broker says so.
 */
export class Takeover {
  #connectedAt: number | null = null
  #shortConnections = 0

  /** A connection has begun. */
  begin(): void {
    this.#connectedAt = performance.now()
  }

  /** The broker says that the session was taken. */
  announce(): void {
    this.#shortConnections = takeoverConnections
  }

  /** A connection, or an attempt, has ended; whether that was because the session is taken. */
  end(hasError: boolean): boolean {
    if (!hasError && this.#connectedAt !== null) {
      const isShort = performance.now() - this.#connectedAt < shortConnectionMs
      this.#shortConnections = isShort ? this.#shortConnections + 1 : 0
    }
    this.#connectedAt = null
    return !hasError && this.#shortConnections >= takeoverConnections
  }
}
