/** Digests of so many messages are stored, and of as many of the time before the present births. */
const storedDigests = 64
const digestBytes = 48

/** What the digests of one node cost at most. */
export const receivedMessagesBytes = 2 * storedDigests * digestBytes

/**
 * Digests of the last messages of an edge node, by which those are recognised that a broker hands
 * over again.
 */
export class ReceivedMessages {
  /** Of the time since the last birth or death, the newest last. */
  readonly #present = new Set<number>()
  readonly #former = new Set<number>()

  /** Whether it came since the last birth or death. */
  has(digest: number): boolean {
    return this.#present.has(digest)
  }

  /** Whether it came before the last birth or death: it meant other metrics. */
  isFormer(digest: number): boolean {
    return this.#former.has(digest)
  }

  add(digest: number): void {
    append(this.#present, digest)
  }

  /** A birth or death: `own` is the digest of its message, which is none of the time before. */
  retire(own: number | null): void {
    for (const digest of this.#present) if (digest !== own) append(this.#former, digest)
    this.#present.clear()
    if (own !== null) this.#present.add(own)
  }
}

function append(digests: Set<number>, digest: number): void {
  digests.delete(digest)
  digests.add(digest)
  if (digests.size <= storedDigests) return
  for (const oldest of digests) return void digests.delete(oldest)
}
