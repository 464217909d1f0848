import type { DocumentValue, Problem } from '#kit/server/documents/document-value.ts'
import type { Reading } from '#kit/model/reading.ts'
import type { Sensor } from '#kit/model/sensor.ts'
import { fieldOf } from '#kit/server/documents/document-keys.ts'
import type { ReceiptTimes } from './times/receipt-times.ts'
import { convertTo, numberOfText } from './sensor-value.ts'

/** The readings of one document, with those of its values that cannot be one. */
export class DocumentReadings {
  readonly readings: Reading[] = []
  /** The numbers that texts among the readings are: they are stored besides. */
  readonly besides: Reading[] = []
  readonly refused: Problem[]
  /** ms UTC. */
  readonly receivedAt: number
  readonly #times: ReceiptTimes
  readonly #haveTimes: boolean
  #hasReplacedTimes = false
  #deferred = 0

  /**
   * `refused` are the values that were refused before; `haveTimes`: each got its time at an earlier
   * receipt, whatever the clock says now.
   */
  constructor(times: ReceiptTimes, refused: readonly Problem[], haveTimes = false) {
    this.#haveTimes = haveTimes
    this.#times = times
    this.receivedAt = times.now()
    this.refused = [...refused]
  }

  /** Whether a time is another than the one that the device gave. */
  get hasReplacedTimes(): boolean {
    return this.#hasReplacedTimes
  }

  /** How many values are on disk already, until their sensors are there. */
  get deferred(): number {
    return this.#deferred
  }

  countDeferred(values: number): void {
    this.#deferred += values
  }

  /** Makes a reading of the value, or refuses it. */
  add(value: DocumentValue, sensor: Sensor): void {
    if (sensor.isCalculated) return this.refuse(value, calculatedHere)
    if (!this.#addUsual(value, sensor)) this.#addConverted(value, sensor)
  }

  /** Nearly all values are numbers that have their own time: they cost one object each. */
  #addUsual({ value, time, quality }: DocumentValue, sensor: Sensor): boolean {
    const { id, deviceId, type, factor, offset } = sensor
    if (typeof value !== 'number' || type === 'string' || time === undefined) return false
    if (factor !== 1 || offset !== 0) return false
    if (!this.#times.hasOwnTime(deviceId, time, this.receivedAt)) return false
    this.readings.push({ sensorId: id, time, value, quality })
    return true
  }

  #addConverted(value: DocumentValue, sensor: Sensor): void {
    const converted = convertTo(sensor, value.value)
    if ('reason' in converted) return this.refuse(value, converted.reason)
    const { id: sensorId, deviceId } = sensor
    // As the device says it: what becomes of it depends on the type that the sensor has now.
    const untimed = { deviceId, sensorId, key: value.key, time: value.time, value: value.value }
    const assigned =
      this.#haveTimes && value.time !== undefined
        ? { time: value.time, isReplaced: false }
        : this.#times.place(untimed, this.receivedAt)
    if (assigned === null) return this.refuse(value, tooFastWithoutTime)
    if (assigned.isReplaced) this.#hasReplacedTimes = true
    const quality = assigned.isReplaced && value.quality === 'good' ? 'uncertain' : value.quality
    const { time } = assigned
    this.readings.push({ sensorId, time, value: converted.value, quality })
    const number = numberOfText(sensor, value.value)
    if (number !== null) this.besides.push({ sensorId, time, value: number, quality })
  }

  refuse({ path, key }: DocumentValue, reason: string): void {
    this.refused.push({ field: fieldOf(path, key), reason })
  }
}

export const calculatedHere =
  'is calculated from other sensors here: no device sends a value for it'
const tooFastWithoutTime =
  'comes without a usable time, faster than one a millisecond for minutes: send it with "ts"'
