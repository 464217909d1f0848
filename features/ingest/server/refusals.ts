import type { Clock } from '#kit/server/clock.ts'
import type { Refusal } from '../contract/routes.ts'

const kept = 500
const lengths = { source: 300, lesiId: 64, field: 160, reason: 400, excerpt: 300 } as const

/** Messages that were not taken, counted and the newest kept, for the engineer to look at. Bounded, whatever is sent. */
export class Refusals {
  readonly #clock: Clock
  #newest: Refusal[] = []
  #total = 0

  constructor(clock: Clock) {
    this.#clock = clock
  }

  add(refusal: {
    readonly source: string
    readonly lesiId: string | null
    readonly field: string
    readonly reason: string
    readonly message?: Uint8Array | string
  }): void {
    this.#total += 1
    const { source, lesiId, field, reason, message = '' } = refusal
    this.#newest.push({
      id: this.#total,
      time: this.#clock(),
      source: startOf(source, lengths.source),
      lesiId: lesiId === null ? null : startOf(lesiId, lengths.lesiId),
      field: startOf(field, lengths.field),
      reason: startOf(reason, lengths.reason),
      excerpt: startOf(message, lengths.excerpt),
    })
    if (this.#newest.length > kept * 2) this.#newest = this.#newest.slice(-kept)
  }

  /** The newest refusals, newest first. */
  list(): Refusal[] {
    return this.#newest.slice(-kept).toReversed()
  }

  get total(): number {
    return this.#total
  }
}

/** A copy of the start: a slice of a long text would keep the whole of it in memory. */
function startOf(message: Uint8Array | string, length: number): string {
  const bytes = typeof message === 'string' ? Buffer.from(message.slice(0, length)) : Buffer.from(message.subarray(0, length))
  // oxlint-disable-next-line no-control-regex -- shown to people: control characters become visible blanks
  return bytes.toString('utf8').replaceAll(/[\u0000-\u001f\u007f]/g, '␣')
}
