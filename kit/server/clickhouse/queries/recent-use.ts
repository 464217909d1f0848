interface Use {
  readonly ms: number
  /** When it was `ms`, on the monotonic clock. */
  readonly at: number
}

/** Below this a source is as good as one that has never asked. */
const negligibleMs = 1

/**
 * How long each source has used the engine lately, ms: what was used counts half after
 * `halfLifeMs`, a quarter after twice that time, and so on. Sources without recent use take no
 * memory.
 */
export class RecentUse {
  readonly #halfLifeMs: number
  readonly #uses = new Map<string, Use>()

  constructor(halfLifeMs: number) {
    this.#halfLifeMs = halfLifeMs
  }

  /** Sources with recent use. */
  get sources(): number {
    return this.#uses.size
  }

  /** What `source` has used lately, ms. */
  of(source: string): number {
    const use = this.#uses.get(source)
    return use ? this.#left(use) : 0
  }

  /** Adds `ms` that ended now. */
  add(source: string, ms: number): void {
    const used = this.of(source) + ms
    // The map is in the order of last use: what is oldest comes first.
    this.#uses.delete(source)
    this.#uses.set(source, { ms: used, at: performance.now() })
    this.#removeNegligible()
  }

  #removeNegligible(): void {
    for (const [source, use] of this.#uses) {
      if (this.#left(use) >= negligibleMs) return
      this.#uses.delete(source)
    }
  }

  #left({ ms, at }: Use): number {
    return ms * 2 ** ((at - performance.now()) / this.#halfLifeMs)
  }
}
