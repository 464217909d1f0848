import type { Budget, Reservation } from '#kit/server/budget/budget.ts'
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
   * Counts a document of so many bytes until it ends. A device that holds its share already: `wait`
   * resolves in the order of calls when there is room, which slows a sender that waits for its
   * acknowledgement; else rejects with `too_many_requests`. Rejects with `overloaded` when all
   * devices together hold too much.
   */
  async begin(
    lesiId: string,
    bytes: number,
    whenFull: 'wait' | 'refuse',
  ): Promise<PendingDocument> {
    for (let isFirstAttempt = true; ; isFirstAttempt = false) {
      const hasWaiting = isFirstAttempt && this.#waiting.has(lesiId)
      const held = hasWaiting
        ? 'share'
        : this.#budget.reserve('document', lesiId, bytes * bytesPerByte + bytesPerDocument)
      // Whoever waited has its answer: the next one asks for itself.
      const isAnswered = held !== 'share'
      if (isAnswered && !isFirstAttempt) this.#wake(lesiId)
      if (typeof held !== 'string') return this.#pending(lesiId, held)
      if (isAnswered || whenFull === 'refuse') throw overloaded(held)
      await this.#untilOneEnds(lesiId, isFirstAttempt)
    }
  }

  #pending(lesiId: string, held: Reservation): PendingDocument {
    return {
      countValues: (values) => {
        const excess = held.resize(held.bytes + values * bytesPerValue)
        if (excess === 'total') throw overloaded(excess)
      },
      end: () => {
        held.release()
        this.#wake(lesiId)
      },
    }
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
