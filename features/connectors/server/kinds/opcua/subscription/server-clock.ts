const plausibleFrom = Date.UTC(2000, 0, 1)

/** The clock of a server, as its publications show it. */
export class ServerClock {
  #time = Date.now()
  #readAt = performance.now()

  /** Of a publication that arrives now. Some servers leave the time of a keep-alive empty. */
  read(time: Date | null | undefined): void {
    const shown = time?.getTime() ?? 0
    if (!(shown > plausibleFrom)) return
    this.#time = shown
    this.#readAt = performance.now()
  }

  /** What it shows at a moment of `performance.now()`, ms UTC. */
  now(at: number): number {
    return Math.round(this.#time + at - this.#readAt)
  }
}
