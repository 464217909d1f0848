import {
  isObject,
  typeMismatch,
  type DocumentValue,
  type Problem,
} from '#kit/server/documents/document-value.ts'
import { maximumValuesPerMessage } from '#kit/model/limits.ts'
import { readEntry } from '#kit/server/documents/telemetry-document.ts'
import { readMessage } from '#kit/server/documents/document-text.ts'
import type { BatchProblems } from './batch-problems.ts'
import { DocumentGroups, type DeviceDocument } from './document-groups.ts'

/** Whether `token` is that of the device. */
type VerifyToken = (lesiId: string, token: string) => boolean

/**
 * Understands `[{"device": LESI ID?, "token": …?, "ts": ms?, "values": {…}}, …]`: entries of many
 * devices and times. What is wrong in one value or one entry refuses that alone.
 */
export class JsonBatch {
  readonly #verifyToken: VerifyToken
  readonly #proved = new Set<string>()

  constructor(verifyToken: VerifyToken) {
    this.#verifyToken = verifyToken
  }

  /** Whether an entry that was read had the token of this device. */
  isProved(lesiId: string): boolean {
    return this.#proved.has(lesiId)
  }

  /** The documents of a request, by device, as many values at once as one document may hold. */
  read(body: Uint8Array, problems: BatchProblems): Iterable<DeviceDocument> {
    const message = readMessage(body)
    if ('problem' in message) problems.add(message.problem.field, message.problem.reason)
    else if (Array.isArray(message.document))
      return this.#readEntries(message.document, body.length, problems)
    else problems.add('document', typeMismatch('an array of documents', message.document))
    return []
  }

  *#readEntries(
    entries: readonly unknown[],
    bytes: number,
    problems: BatchProblems,
  ): Iterable<DeviceDocument> {
    const groups = new DocumentGroups()
    const bytesOfEach = Math.ceil(bytes / entries.length)
    for (const [index, entry] of entries.entries()) {
      const path = `[${index}]`
      const values: DocumentValue[] = []
      const refused: Problem[] = []
      const lesiId = this.#deviceOf(entry, path, refused)
      const problem = lesiId === undefined ? null : readEntry(entry, path, values, refused)
      if (problem) refused.push(problem)
      if (values.length + refused.length > maximumValuesPerMessage) {
        problems.add(path, `holds more than ${maximumValuesPerMessage} values`)
        continue
      }
      for (const { field, reason } of refused) problems.add(field, reason)
      if (lesiId === undefined) continue
      groups.countBytes(lesiId, bytesOfEach)
      for (const value of values) groups.add(lesiId, value)
      if (groups.isFull) yield* groups.take()
    }
    yield* groups.take()
  }

  /** LESI ID of the entry, null for that of the sender; undefined when the entry is refused. */
  #deviceOf(entry: unknown, path: string, refused: Problem[]): string | null | undefined {
    const refuse = (field: string, reason: string) =>
      void refused.push({ field: `${path}${field}`, reason })
    if (!isObject(entry)) return refuse('', typeMismatch('an object', entry))
    const { device = null, token = null } = entry
    if (device !== null && typeof device !== 'string')
      return refuse('.device', typeMismatch('a LESI ID', device))
    if (!('values' in entry)) return refuse('.values', 'must be an object')
    if (token === null) return device
    if (typeof token !== 'string' || device === null || !this.#verifyToken(device, token))
      return refuse('.token', 'is not the token of this device')
    this.#proved.add(device)
    return device
  }
}
