import type { Frame } from '#kit/server/journal/frame.ts'
import type { Reading } from '#kit/model/reading.ts'
import type { ReadingTable } from '../readings-store.ts'

// Numbers and texts have a table each. A reading that lies outside of everything its sensor had is new for certain; the others are
// doubtful: they may be repetitions, and are looked up before they are stored.
const kinds = {
  numeric_readings: { new: 1, doubtful: 3 },
  text_readings: { new: 2, doubtful: 4 },
} as const satisfies Record<ReadingTable, Record<'new' | 'doubtful', number>>

export function tableOfFrame({ kind }: Pick<Frame, 'kind'>): ReadingTable {
  return kind === kinds.text_readings.new || kind === kinds.text_readings.doubtful ? 'text_readings' : 'numeric_readings'
}

export function isDoubtfulFrame({ kind }: Pick<Frame, 'kind'>): boolean {
  return kind === kinds.numeric_readings.doubtful || kind === kinds.text_readings.doubtful
}

/** Lines of readings that go to disk together. */
export class ReadingGroup {
  readonly #lines = new Map<number, { text: string; count: number }>()
  readonly #done = Promise.withResolvers<void>()
  readonly readings: Reading[] = []
  #bytes = 0

  constructor() {
    // Whoever wrote waits for it; when nobody waits any more a failure is nobody's.
    this.#done.promise.catch(() => {})
  }

  get bytes(): number {
    return this.#bytes
  }

  /** Resolves when the group is on disk. */
  get done(): Promise<void> {
    return this.#done.promise
  }

  add(reading: Reading, line: string, isNew: boolean): void {
    const table = typeof reading.value === 'string' ? 'text_readings' : 'numeric_readings'
    const kind = kinds[table][isNew ? 'new' : 'doubtful']
    const lines = this.#lines.get(kind)
    if (lines) {
      lines.text += line
      lines.count++
    } else this.#lines.set(kind, { text: line, count: 1 })
    this.#bytes += line.length
    this.readings.push(reading)
  }

  frames(): readonly Frame[] {
    return [...this.#lines].map(([kind, { text, count }]) => ({ kind, count, payload: Buffer.from(text, 'utf8') }))
  }

  resolve(): void {
    this.#done.resolve()
  }

  reject(error: Error): void {
    this.#done.reject(error)
  }
}
