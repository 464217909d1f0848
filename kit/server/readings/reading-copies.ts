/** Removes what it has of these sensors; resolves when it is gone from the disk. */
type RemoveCopies = (sensorIds: readonly number[]) => Promise<void>

/**
 * Everything outside of the store that holds readings, such as files that people have made of them:
 * who deletes readings for good asks it too.
 */
export class ReadingCopies {
  readonly #holders = new Map<string, RemoveCopies>()
  readonly #opened = Promise.withResolvers<void>()

  /** Whoever holds readings says so at the start, under a name of its own. */
  add(name: string, remove: RemoveCopies): void {
    this.#holders.set(name, remove)
  }

  /** Everybody has reported so. */
  open(): void {
    this.#opened.resolve()
  }

  /**
   * Resolves when nobody holds anything of these sensors; waits for `open`. Rejects as the first
   * one that fails, or when the signal is aborted.
   */
  async removeOf(sensorIds: readonly number[], signal: AbortSignal): Promise<void> {
    const aborted = Promise.withResolvers<never>()
    const abort = () => aborted.reject(signal.reason)
    signal.addEventListener('abort', abort)
    if (signal.aborted) abort()
    aborted.promise.catch(() => undefined)
    try {
      await Promise.race([this.#opened.promise, aborted.promise])
      for (const remove of this.#holders.values()) await remove(sensorIds)
    } finally {
      signal.removeEventListener('abort', abort)
    }
  }
}
