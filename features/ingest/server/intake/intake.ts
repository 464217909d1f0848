import { AppError } from '#kit/model/errors.ts'
import type { Reading } from '#kit/model/reading.ts'
import type { Sensor } from '#kit/model/sensor.ts'
import type { Budget } from '#kit/server/budget/budget.ts'
import type { Bus } from '#kit/server/bus.ts'
import type { Catalogue, CatalogueDevice } from '#kit/server/catalogue.ts'
import type { Clock } from '#kit/server/clock.ts'
import type { ReadingWriter } from '#kit/server/reading-writer.ts'
import { fieldOf } from '../documents/document-keys.ts'
import { PendingDocuments, type PendingDocument } from './pending-documents.ts'
import { NewSensors } from './new-sensors.ts'
import { ReceiptTimes } from './receipt-times.ts'
import { convertTo } from './sensor-value.ts'
import {
  parseTelemetry,
  type DocumentValue,
  type Problem,
} from '../documents/telemetry-document.ts'

/** What became of a document: readings on disk, and what was refused for good. */
export interface Outcome {
  readonly stored: number
  readonly refused: readonly Problem[]
}

interface Dependencies {
  readonly catalogue: Catalogue
  readonly writer: ReadingWriter
  readonly bus: Bus
  readonly clock: Clock
  readonly budget: Budget
}

const tooFast =
  'comes without a usable time, faster than one a millisecond for minutes: send it with "ts"'

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
    this.#times = new ReceiptTimes(dependencies.clock)
  }

  /**
   * Understands the document, notifies everybody who watches, and resolves when its readings are on
   * disk: with what was stored, and what never can be. Rejects when the document may be taken
   * later: with `store_unavailable`, with `overloaded`, and, unless it is to wait for its turn,
   * with `too_many_requests` when the device has too many documents waiting already.
   */
  async take(
    device: CatalogueDevice,
    message: Uint8Array,
    whenFull: 'wait' | 'refuse',
  ): Promise<Outcome> {
    const pending = await this.#pending.begin(device.lesiId, message.length, whenFull)
    try {
      return await this.#takePending(device, message, pending)
    } finally {
      pending.end()
    }
  }

  async #takePending(
    device: CatalogueDevice,
    message: Uint8Array,
    pending: PendingDocument,
  ): Promise<Outcome> {
    const { catalogue, writer, bus } = this.#dependencies
    const parsed = parseTelemetry(message)
    if ('problem' in parsed) return { stored: 0, refused: [parsed.problem] }
    if (!writer.hasRoom())
      throw new AppError('store_unavailable', 'Too many readings are waiting; send them again', {
        retryAfterSeconds: 5,
      })
    pending.countValues(parsed.values.length)
    const receivedAt = this.#times.now()
    const readings: Reading[] = []
    const refused = [...parsed.refused]
    const put = (value: DocumentValue, reading: Reading | string) => {
      if (typeof reading === 'object') readings.push(reading)
      else refused.push({ field: fieldOf(value.path, value.key), reason: reading })
    }
    const ofNewSensors: DocumentValue[] = []
    for (const value of parsed.values) {
      const sensor = catalogue.sensorByKey(device.id, value.key)
      // Times are given at once: a document that comes while this one waits for its new sensors is
      // the later one.
      if (sensor) put(value, this.#toReading(value, sensor, receivedAt))
      else ofNewSensors.push(value)
    }
    if (ofNewSensors.length > 0) {
      const added = await this.#newSensors.add(device, ofNewSensors)
      for (const value of ofNewSensors) {
        const sensor = added.sensors.get(value.key)
        if (sensor) put(value, this.#toReading(value, sensor, receivedAt))
        // A sensor that is not known has no value anyway.
        else if (value.value !== null)
          put(value, added.refused.get(value.key) ?? 'is not a sensor of this device')
      }
    }
    if (readings.length === 0) return { stored: 0, refused }
    bus.emit('readings', { readings, receivedAt })
    await writer.write(readings)
    return { stored: readings.length, refused }
  }

  /** A text says why there cannot be one. */
  #toReading(
    { value, time, quality }: DocumentValue,
    sensor: Sensor,
    receivedAt: number,
  ): Reading | string {
    const converted = convertTo(sensor, value)
    if ('reason' in converted) return converted.reason
    const reading = { deviceId: sensor.deviceId, sensorId: sensor.id, time, value: converted.value }
    const placed = this.#times.place(reading, receivedAt)
    if (placed === null) return tooFast
    const { sensorId } = reading
    return {
      sensorId,
      time: placed.time,
      value: reading.value,
      quality: placed.isReplaced && quality === 'good' ? 'uncertain' : quality,
    }
  }
}
