import type { Budget, Excess, Reservation } from '#kit/server/budget/budget.ts'
import { overloaded } from '#kit/server/budget/overloaded.ts'

/**
 * What a document costs while it is understood and stored, as a multiple of its bytes, and for each
 * of its values.
 */
const bytesPerByte = 3
const bytesPerValue = 200
const bytesPerDocument = 1_024

/** A document that is not stored yet. */
export interface PendingDocument {
  /** Counts its values too, once they are read. Throws `overloaded` when all hold too much. */
  countValues(values: number): void
  /** It is stored or refused: gives its bytes back. */
  end(): void
}

/** Counts the documents that are not stored yet, for each device. */
export class PendingDocuments {
  readonly #budget: Budget
  /** Those who wait until a document of their device ends, by LESI ID, oldest first. */
  readonly #waiting = new Map<string, (() => void)[]>()

  constructor(budget: Budget) {
    this.#budget = budget
  }

  /**
   * Counts a document of so many bytes until it ends; at once, where there is room. A device that
   * holds its share already: `wait` resolves in the order of calls when there is room, which slows
   * a sender that waits for its acknowledgement; else rejects with `too_many_requests`. Rejects
   * with `overloaded` when all devices together hold too much.
   */
  begin(
    lesiId: string,
    bytes: number,
    whenFull: 'wait' | 'refuse',
  ): PendingDocument | Promise<PendingDocument> {
    const held = this.#waiting.has(lesiId) ? 'share' : this.#reserve(lesiId, bytes)
    if (typeof held !== 'string') return this.#pending(lesiId, held)
    return this.#beginLater(lesiId, bytes, whenFull, held)
  }

  async #beginLater(
    lesiId: string,
    bytes: number,
    whenFull: 'wait' | 'refuse',
    excess: Excess,
  ): Promise<PendingDocument> {
    if (excess === 'total' || whenFull === 'refuse') throw overloaded(excess)
    for (let isNew = true; ; isNew = false) {
      await this.#untilOneEnds(lesiId, isNew)
      const held = this.#reserve(lesiId, bytes)
      if (held === 'share') continue
      // Whoever waited has its answer: the next one asks for itself.
      this.#wake(lesiId)
      if (held === 'total') throw overloaded(held)
      return this.#pending(lesiId, held)
    }
  }

  #reserve(lesiId: string, bytes: number): Reservation | Excess {
    const { share } = this.#budget.limits('document')
    // What needs more by itself has its turn when nothing else of the device waits.
    const needed = Math.min(bytes * bytesPerByte + bytesPerDocument, share)
    return this.#budget.reserve('document', lesiId, needed)
  }

  #pending(lesiId: string, held: Reservation): PendingDocument {
    return new CountedDocument(held, () => this.#wake(lesiId))
  }

  #untilOneEnds(lesiId: string, isNew: boolean): Promise<void> {
    return new Promise((resolve) => {
      const waiting = this.#waiting.get(lesiId) ?? []
      this.#waiting.set(lesiId, isNew ? [...waiting, resolve] : [resolve, ...waiting])
    })
  }

  #wake(lesiId: string): void {
    const [first, ...others] = this.#waiting.get(lesiId) ?? []
    if (others.length > 0) this.#waiting.set(lesiId, others)
    else this.#waiting.delete(lesiId)
    first?.()
  }
}

class CountedDocument implements PendingDocument {
  readonly #held: Reservation
  readonly #onEnd: () => void

  constructor(held: Reservation, onEnd: () => void) {
    this.#held = held
    this.#onEnd = onEnd
  }

  countValues(values: number): void {
    const excess = this.#held.resize(this.#held.bytes + values * bytesPerValue)
    if (excess === 'total') throw overloaded(excess)
  }

  end(): void {
    this.#held.release()
    this.#onEnd()
  }
}
