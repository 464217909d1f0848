import type { Reading } from '#kit/model/reading.ts'

export interface CurrentReading {
  readonly reading: Reading
  /** The different value that the sensor had before, if it is known; never "no value". */
  readonly previous: number | string | undefined
  /** When the present value replaced `previous`, ms UTC. */
  readonly changedAt: number | undefined
}

/** The last reading of every sensor, at once. */
export interface CurrentReadings {
  get(sensorId: number): CurrentReading | undefined
}
