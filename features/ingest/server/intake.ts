import { AppError } from '#kit/model/errors.ts'
import type { Reading } from '#kit/model/reading.ts'
import type { Sensor } from '#kit/model/sensor.ts'
import type { Bus } from '#kit/server/bus.ts'
import type { AddedSensors, Catalogue, CatalogueDevice, UnknownSensor } from '#kit/server/catalogue.ts'
import type { Clock } from '#kit/server/clock.ts'
import type { ReadingWriter } from '#kit/server/reading-writer.ts'
import { parseTelemetry, type DocumentValue, type ParsedDocument, type Problem } from './telemetry-document.ts'

/** A device clock may run ahead by this much; a reading further in the future is stored at its receipt, as uncertain. */
export const toleratedClockLead = 5 * 60_000

export type Outcome = { readonly stored: number } | { readonly problem: Problem }

interface Dependencies {
  readonly catalogue: Catalogue
  readonly writer: ReadingWriter
  readonly bus: Bus
  readonly clock: Clock
}

/** The way of every device document into the product, whichever protocol brought it. */
export class Intake {
  readonly #dependencies: Dependencies
  /** The last time given to a sensor's reading that came without one: two of them must not look like one reading sent twice. */
  readonly #givenTimes = new Map<number, number>()

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
  }

  /**
   * Understands the document, tells everybody who watches, and resolves when its readings are on disk. Resolves with the problem of
   * a document that is refused; rejects with `store_unavailable` when it could not be stored.
   */
  async take(device: CatalogueDevice, text: string): Promise<Outcome> {
    return this.takeDocument(device, parseTelemetry(text))
  }

  async takeDocument(device: CatalogueDevice, parsed: ParsedDocument): Promise<Outcome> {
    const { writer, bus, clock } = this.#dependencies
    if ('problem' in parsed) return parsed
    if (!writer.hasRoom())
      throw new AppError('store_unavailable', 'Too many readings are waiting; send them again', { retryAfterSeconds: 5 })
    const receivedAt = clock()
    const sensors = await this.#sensorsOf(device, parsed.values)
    if ('problem' in sensors) return sensors
    const readings: Reading[] = []
    for (const value of parsed.values) {
      const reading = this.#toReading(value, sensors.get(value.key), receivedAt)
      if ('problem' in reading) return reading
      readings.push(reading)
    }
    bus.emit('readings', { readings, receivedAt })
    await writer.write(readings)
    return { stored: readings.length }
  }

  async #sensorsOf(
    device: CatalogueDevice,
    values: readonly DocumentValue[],
  ): Promise<ReadonlyMap<string, Sensor> | { readonly problem: Problem }> {
    const { catalogue } = this.#dependencies
    const sensors = new Map<string, Sensor>()
    const missing = new Map<string, UnknownSensor>()
    for (const { key, value } of values) {
      const sensor = catalogue.sensorByKey(device.id, key)
      // A document that is refused adds no sensors: what is known to be wrong is found first.
      if (sensor && convert(value, sensor) === null) return { problem: notConvertible(key, sensor) }
      if (sensor) sensors.set(key, sensor)
      else if (!missing.has(key)) missing.set(key, { key, sample: value })
    }
    if (missing.size === 0) return sensors
    const added = await this.#addSensors(device, [...missing.values()])
    for (const [field, reason] of added.refused) return { problem: { field, reason } }
    for (const sensor of added.sensors) sensors.set(sensor.key, sensor)
    return sensors
  }

  async #addSensors(device: CatalogueDevice, missing: readonly UnknownSensor[]): Promise<AddedSensors> {
    try {
      return await this.#dependencies.catalogue.addSensors(device.id, missing)
    } catch (error) {
      throw Object.assign(
        new AppError('store_unavailable', 'New sensors could not be added; send the message again', { retryAfterSeconds: 5 }),
        { cause: error },
      )
    }
  }

  #toReading(value: DocumentValue, sensor: Sensor | undefined, receivedAt: number): Reading | { readonly problem: Problem } {
    if (!sensor) return { problem: { field: value.key, reason: 'is not a sensor of this device' } }
    const converted = convert(value.value, sensor)
    if (converted === null) return { problem: notConvertible(value.key, sensor) }
    const ahead = value.time !== undefined && value.time > receivedAt + toleratedClockLead
    return {
      sensorId: sensor.id,
      time: value.time === undefined || ahead ? this.#giveTime(sensor.id, receivedAt) : value.time,
      value: converted,
      quality: ahead && value.quality === 'good' ? 'uncertain' : value.quality,
    }
  }

  #giveTime(sensorId: number, receivedAt: number): number {
    const time = Math.max(receivedAt, (this.#givenTimes.get(sensorId) ?? 0) + 1)
    this.#givenTimes.set(sensorId, time)
    return time
  }
}

function notConvertible(key: string, { type }: Sensor): Problem {
  return { field: key, reason: `must be a number: the sensor is of type ${type}` }
}

/** A number for measuring sensors, a text for text sensors, either for lamps and detectors; null where that is impossible. */
function convert(value: number | string, sensor: Sensor): number | string | null {
  if (sensor.type === 'string') return String(value)
  if (typeof value === 'number') return value
  const number = value.trim() === '' ? Number.NaN : Number(value)
  if (Number.isFinite(number)) return number
  return sensor.type === 'lamp' || sensor.type === 'detector' ? value : null
}
