import type { DocumentValue, Problem } from '#kit/server/documents/document-value.ts'
import { AppError } from '#kit/model/calls/errors.ts'
import type { Reading } from '#kit/model/reading.ts'
import type { Budget } from '#kit/server/budget/budget.ts'
import type { Bus } from '#kit/server/bus.ts'
import type { Catalogue, CatalogueDevice } from '#kit/server/catalogue.ts'
import type { Clock } from '#kit/server/clock.ts'
import type { ReadingWriter } from '#kit/server/readings/reading-writer.ts'
import { untilDeadline } from '../commands/until-deadline.ts'
import { DocumentReadings } from './document-readings.ts'
import { PendingDocuments, type PendingDocument } from './pending-documents.ts'
import { NewSensors, type Added } from './new-sensors.ts'
import { ReceiptTimes } from './times/receipt-times.ts'
import type { ReplacedTimes } from './times/replaced-times.ts'
import type { MessageTail } from '../tail/message-tail.ts'
import type { LastMessages } from '../things/last-messages.ts'
import { ReceiptsOfDevices } from './waiting/receipts-of-devices.ts'
import type { WaitingValues } from './waiting/waiting-values.ts'
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

/** How long a document waits for its new sensors before their values are put aside on disk. */
const addTimeoutMs = 5_000

const nothingToStore = { stored: 0, written: Promise.resolve() } as const

export interface IntakeDependencies {
  readonly catalogue: Catalogue
  readonly writer: ReadingWriter
  readonly bus: Bus
  readonly clock: Clock
  readonly budget: Budget
  readonly replacedTimes: ReplacedTimes
  /** Why values are refused that met a defect of the server, which is logged. */
  readonly defectOf: (error: unknown, lesiId: string) => string
  /** Where values wait whose sensors cannot be added for now; without it their documents do. */
  readonly waiting?: WaitingValues
  /** Why such values are refused in the end, which have been acknowledged. */
  readonly onLateRefusal?: (device: CatalogueDevice, refused: readonly Problem[]) => void
  /** Shows engineers what was understood. */
  readonly tail?: Pick<MessageTail, 'isWatched' | 'addUnderstood'>
  readonly lastMessages?: Pick<LastMessages, 'add'>
}

/** The way of every device document into the product, whichever protocol brought it. */
export class Intake {
  readonly #dependencies: IntakeDependencies
  readonly #pending: PendingDocuments
  readonly #newSensors: NewSensors
  readonly #times: ReceiptTimes
  /** Of values that wait for their sensors. */
  readonly #receipts: ReceiptsOfDevices

  constructor(dependencies: IntakeDependencies) {
    this.#dependencies = dependencies
    this.#pending = new PendingDocuments(dependencies.budget)
    this.#newSensors = new NewSensors(dependencies.catalogue)
    this.#times = new ReceiptTimes(dependencies.clock, dependencies.replacedTimes)
    this.#receipts = new ReceiptsOfDevices(dependencies.replacedTimes)
    dependencies.waiting?.start((deviceId, values) => this.#storeWaiting(deviceId, values))
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
    const refusal = writer.refusal()
    if (refusal) throw refusal
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
    const added = await this.#addInTime(device, values)
    if (added === null) {
      // A sensor that is not known has no value anyway.
      const deferred = values.filter(({ value }) => value !== null)
      if (deferred.length === 0) return
      const timed = await this.#receipts.withTimes(device.id, deferred, document.receivedAt)
      await this.#dependencies.waiting?.keep(device.id, timed)
      document.countDeferred(deferred.length)
    } else this.#addReadings(device, values, document, added)
  }

  /** Null when it takes too long, or cannot be done for now, and the values may wait elsewhere. */
  async #addInTime(
    device: CatalogueDevice,
    values: readonly DocumentValue[],
  ): Promise<Added | null> {
    const { waiting } = this.#dependencies
    if (waiting?.isHolding) return null
    const adding = this.#newSensors.add(device, values)
    if (!waiting) return adding
    try {
      return await untilDeadline(adding, () => null, addTimeoutMs)
    } catch (error) {
      if (error instanceof AppError) return null
      throw error
    }
  }

  #addReadings(
    device: CatalogueDevice,
    values: readonly DocumentValue[],
    document: DocumentReadings,
    added: Added,
  ): void {
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

  /** Stores what waited on disk for its sensors, of a device that is still there. */
  async #storeWaiting(deviceId: number, values: readonly DocumentValue[]): Promise<void> {
    const { catalogue, writer, defectOf, onLateRefusal } = this.#dependencies
    const device = catalogue.deviceById(deviceId)
    if (!device) return
    const refusal = writer.refusal()
    if (refusal) throw refusal
    const document = new DocumentReadings(this.#times, [], true)
    try {
      this.#addReadings(device, values, document, await this.#newSensors.add(device, values))
      await this.#write(document).written
    } catch (error) {
      if (error instanceof AppError) throw error
      document.refused.push({ field: 'document', reason: defectOf(error, device.lesiId) })
    }
    if (document.refused.length > 0) onLateRefusal?.(device, document.refused)
  }

  #showing(device: CatalogueDevice, message: Uint8Array | UnderstoodDocument, source: string) {
    const raw = message instanceof Uint8Array ? message : null
    return (readings: readonly Reading[]) =>
      this.#dependencies.tail?.addUnderstood({ device, source, message: raw, readings })
  }

  #write(document: DocumentReadings, show?: Show): Begun {
    const { readings, besides, refused, receivedAt, deferred, hasReplacedTimes } = document
    if (readings.length === 0) return { ...nothingToStore, stored: deferred, refused }
    show?.(readings)
    const { bus, writer } = this.#dependencies
    bus.emit('readings', { readings, receivedAt })
    const all = besides.length === 0 ? readings : [...readings, ...besides]
    // A reading whose claimed time is not on disk could not be recognised after a restart.
    const written = hasReplacedTimes
      ? this.#times.save().then(() => writer.write(all))
      : writer.write(all)
    return { stored: readings.length + deferred, refused, written }
  }
}
