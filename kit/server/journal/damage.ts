/** What of a journal cannot be read. */
export interface JournalDamage {
  /** Bytes that could not be read since the journal was opened: what they held is lost. */
  readonly bytes: number
  /** Damaged files, or where they were put aside, also before the journal was opened. */
  readonly files: readonly string[]
  /** Why nothing can be read for now; null while it can. */
  readonly failure: string | null
}

export const noDamage: JournalDamage = { bytes: 0, files: [], failure: null }

/** What of several journals cannot be read. */
export function mergedDamage(damages: readonly JournalDamage[]): JournalDamage {
  return {
    bytes: damages.reduce((sum, { bytes }) => sum + bytes, 0),
    files: damages.flatMap(({ files }) => files),
    failure: damages.find(({ failure }) => failure !== null)?.failure ?? null,
  }
}

/** Collects what cannot be read. */
export class DamageRecord implements JournalDamage {
  readonly #files = new Set<string>()
  #bytes = 0
  #failure: string | null = null

  get bytes(): number {
    return this.#bytes
  }

  get files(): readonly string[] {
    return [...this.#files]
  }

  get failure(): string | null {
    return this.#failure
  }

  addBytes(path: string, bytes: number): void {
    this.#files.add(path)
    this.#bytes += bytes
  }

  addPutAside(path: string, name = path): void {
    this.#files.delete(path)
    this.#files.add(name)
  }

  /** Passes on what a read gives, and notes whether it fails. */
  async watch<Result>(read: Promise<Result>): Promise<Result> {
    try {
      const result = await read
      this.#failure = null
      return result
    } catch (error) {
      this.#failure = error instanceof Error ? error.message : String(error)
      throw error
    }
  }
}
