import type { Quality } from './quality.ts'

/** What a sensor said at one moment. `time` is UTC in milliseconds since 1970. */
export interface Reading {
  readonly sensorId: number
  readonly time: number
  readonly value: number | string
  readonly quality: Quality
}
