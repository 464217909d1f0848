import type { DocumentValue, Problem } from '#kit/server/documents/document-value.ts'
import { AppError } from '#kit/model/calls/errors.ts'
import type { Reading } from '#kit/model/reading.ts'
import type { Budget } from '#kit/server/budget/budget.ts'
import type { Bus } from '#kit/server/bus.ts'
import type { Catalogue, CatalogueDevice } from '#kit/server/catalogue.ts'
import type { Clock } from '#kit/server/clock.ts'
import type { ReadingWriter } from '#kit/server/readings/reading-writer.ts'
import { DocumentReadings } from './document-readings.ts'
import { PendingDocuments, type PendingDocument } from './pending-documents.ts'
import { NewSensors } from './new-sensors.ts'
import { ReceiptTimes } from './times/receipt-times.ts'
import type { ReplacedTimes } from './times/replaced-times.ts'
import type { MessageTail } from '../tail/message-tail.ts'
import type { LastMessages } from '../things/last-messages.ts'
import { parseTelemetry } from '#kit/server/documents/telemetry-document.ts'

/** What became of a document: readings on disk, and what was refused for good. */
export interface Outcome {
  readonly stored: number
  readonly refused: readonly Problem[]
}

/** A document that was understood already, by the adapter of another protocol. */
export interface UnderstoodDocument {
  /** Of the message, or of the part of it, that it was made of. */
  readonly bytes: number
  readonly values: readonly DocumentValue[]
  /** LESI ID of whoever sends it for the device: its bytes count for that one. */
  readonly sender?: string
}

/** A document whose readings are on their way to the disk. */
interface Begun extends Outcome {
  readonly written: Promise<void>
}

type Show = (readings: readonly Reading[]) => void

const nothingToStore = { stored: 0, written: Promise.resolve() } as const

interface Dependencies {
  readonly catalogue: Catalogue
  readonly writer: ReadingWriter
  readonly bus: Bus
  readonly clock: Clock
  readonly budget: Budget
  readonly replacedTimes: ReplacedTimes
  /** Why values are refused that met a defect of the server, which is logged. */
  readonly defectOf: (error: unknown, lesiId: string) => string
  /** Shows engineers what was understood. */
  readonly tail?: Pick<MessageTail, 'isWatched' | 'addUnderstood'>
  readonly lastMessages?: Pick<LastMessages, 'add'>
}

/** The way of every device document into the product, whichever protocol brought it. */
export class Intake {
  readonly #dependencies: Dependencies
  readonly #pending: PendingDocuments
  readonly #newSensors: NewSensors
  readonly #times: ReceiptTimes

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
    this.#pending = new PendingDocuments(dependencies.budget)
    this.#newSensors = new NewSensors(dependencies.catalogue)
    this.#times = new ReceiptTimes(dependencies.clock, dependencies.replacedTimes)
  }

  /**
   * Understands the document, unless its adapter did, notifies everybody who watches, and resolves
   * when its readings are on disk: with what was stored, and what never can be. Rejects when the
   * document may be taken later: with `store_unavailable`, with `overloaded`, and, unless it is to
   * wait for its turn, with `too_many_requests` when the device has too many documents waiting
   * already. `source` is how it came, for engineers.
   */
  async take(
    device: CatalogueDevice,
    message: Uint8Array | UnderstoodDocument,
    whenFull: 'wait' | 'refuse',
    source = '',
  ): Promise<Outcome> {
    const [bytes, text] =
      message instanceof Uint8Array ? [message.length, message] : [message.bytes, null]
    this.#dependencies.lastMessages?.add(device.id, source, bytes, text)
    const begun =
      message instanceof Uint8Array
        ? this.#pending.begin(device.lesiId, message.length, whenFull)
        : this.#pending.begin(message.sender ?? device.lesiId, message.bytes, whenFull)
    const pending = begun instanceof Promise ? await begun : begun
    try {
      const show = this.#dependencies.tail?.isWatched
        ? this.#showing(device, message, source)
        : undefined
      const { stored, refused, written } = await this.#begin(device, message, pending, show)
      await written
      return { stored, refused }
    } finally {
      pending.end()
    }
  }

  /**
   * Everything but the wait for the disk. What a waiting function uses stays in memory: of the
   * thousands of documents that wait at once, their values and readings would.
   */
  #begin(
    device: CatalogueDevice,
    message: Uint8Array | UnderstoodDocument,
    pending: PendingDocument,
    show?: Show,
  ): Begun | Promise<Begun> {
    const { catalogue, writer } = this.#dependencies
    const parsed =
      message instanceof Uint8Array
        ? parseTelemetry(message)
        : { values: message.values, refused: [] }
    if ('problem' in parsed) return { ...nothingToStore, refused: [parsed.problem] }
    if (!writer.hasRoom())
      throw new AppError('store_unavailable', 'Too many readings are waiting; send them again', {
        retryAfterSeconds: 5,
      })
    pending.countValues(parsed.values.length)
    const document = new DocumentReadings(this.#times, parsed.refused)
    const ofNewSensors: DocumentValue[] = []
    for (const value of parsed.values) {
      const sensor = catalogue.sensorByKey(device.id, value.key)
      // Times are given at once: a document that comes while this one waits for its new sensors is
      // the later one.
      if (sensor) document.add(value, sensor)
      else ofNewSensors.push(value)
    }
    return ofNewSensors.length === 0
      ? this.#write(document, show)
      : this.#addSensors(device, ofNewSensors, document).then(() => this.#write(document, show))
  }

  async #addSensors(
    device: CatalogueDevice,
    values: readonly DocumentValue[],
    document: DocumentReadings,
  ): Promise<void> {
    const added = await this.#newSensors.add(device, values)
    for (const value of values) {
      const { key } = value
      const sensor = added.sensors.get(key)
      if (sensor) document.add(value, sensor)
      else if (added.defects.has(key))
        document.refuse(value, this.#dependencies.defectOf(added.defects.get(key), device.lesiId))
      // A sensor that is not known has no value anyway.
      else if (value.value !== null)
        document.refuse(value, added.refused.get(key) ?? 'is not a sensor of this device')
    }
  }

  #showing(device: CatalogueDevice, message: Uint8Array | UnderstoodDocument, source: string) {
    const raw = message instanceof Uint8Array ? message : null
    return (readings: readonly Reading[]) =>
      this.#dependencies.tail?.addUnderstood({ device, source, message: raw, readings })
  }

  #write(document: DocumentReadings, show?: Show): Begun {
    const { readings, besides, refused, receivedAt, hasReplacedTimes } = document
    if (readings.length === 0) return { ...nothingToStore, refused }
    show?.(readings)
    const { bus, writer } = this.#dependencies
    bus.emit('readings', { readings, receivedAt })
    const all = besides.length === 0 ? readings : [...readings, ...besides]
    // A reading whose claimed time is not on disk could not be recognised after a restart.
    const written = hasReplacedTimes
      ? this.#times.save().then(() => writer.write(all))
      : writer.write(all)
    return { stored: readings.length, refused, written }
  }
}
