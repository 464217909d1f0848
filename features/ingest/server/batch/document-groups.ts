import type { DocumentValue } from '#kit/server/documents/document-value.ts'
import { maximumValuesPerMessage } from '#kit/model/limits.ts'

/** What a request says of one device; null: of the one that sends it. */
export interface DeviceDocument {
  readonly lesiId: string | null
  readonly values: readonly DocumentValue[]
  /** Bytes of the request that it was made of. */
  readonly bytes: number
}

interface Group {
  readonly values: DocumentValue[]
  bytes: number
}

/** Gathers the values of a request by device, until they are as many as a document may hold. */
export class DocumentGroups {
  readonly #groups = new Map<string | null, Group>()
  #count = 0

  add(lesiId: string | null, value: DocumentValue): void {
    this.#groupOf(lesiId).values.push(value)
    this.#count++
  }

  /** Notes bytes of the request that are of this device. */
  countBytes(lesiId: string | null, bytes: number): void {
    this.#groupOf(lesiId).bytes += bytes
  }

  get isFull(): boolean {
    return this.#count >= maximumValuesPerMessage
  }

  /** What was gathered, and begins again. */
  take(): readonly DeviceDocument[] {
    const documents = [...this.#groups].map(([lesiId, group]) => ({ lesiId, ...group }))
    this.#groups.clear()
    this.#count = 0
    return documents.filter(({ values }) => values.length > 0)
  }

  #groupOf(lesiId: string | null): Group {
    const group = this.#groups.get(lesiId) ?? { values: [], bytes: 0 }
    this.#groups.set(lesiId, group)
    return group
  }
}
