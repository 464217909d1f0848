import type { LiveDevice, LiveReading } from '#kit/model/live/messages.ts'
import type { QualityCode } from '#kit/model/quality.ts'

/** What sensors and devices were at a moment; see the calls of the feature `past`. */
export interface RecordedMoment {
  readonly readings: readonly LiveReading[]
  /** Sensor id, the different value before, and when it was replaced, ms UTC. */
  readonly previous: readonly (readonly [number, number | string, number])[]
  /** Sensor id, and when it was read for the first time, ms UTC; null: never. */
  readonly withoutReading: readonly (readonly [number, number | null])[]
  readonly devices: readonly LiveDevice[]
  /** Sensors that are not open to the person now. */
  readonly closed: readonly number[]
}

/** Sensor id, then times (ms UTC) and values, oldest first. */
export type RecordedTrend = readonly [number, readonly number[], readonly number[]]

/** Sensor id, then ms after the start of the span, values and qualities, oldest first. */
export type RecordedSeries = readonly [
  number,
  readonly number[],
  readonly (number | string | null)[],
  readonly QualityCode[],
]

/** Complete after `from`, up to and including `until`, ms UTC. */
export interface RecordedSpan {
  readonly from: number
  readonly until: number
  readonly series: readonly RecordedSeries[]
  /** When devices came or went, oldest first. */
  readonly devices: readonly LiveDevice[]
}

export interface SpanRequest {
  readonly from: number
  readonly until: number
  /** Of each such time the last reading is enough. */
  readonly stepMs: number
  /** What is next to `until` comes first where not everything fits. */
  readonly backwards: boolean
}

export interface NearestRequest {
  /** ms UTC */
  readonly at: number
  readonly backwards: boolean
}

/** Where recordings come from. Each call rejects when it fails or `signal` is aborted. */
export interface RecordingSource {
  moment(sensors: readonly number[], at: number, signal: AbortSignal): Promise<RecordedMoment>
  /** The minutes before `at`, as far as a trend reaches. */
  trends(
    sensors: readonly number[],
    at: number,
    signal: AbortSignal,
  ): Promise<readonly RecordedTrend[]>
  span(sensors: readonly number[], request: SpanRequest, signal: AbortSignal): Promise<RecordedSpan>
  /** When any of the sensors was read next after `at`, or last before it, ms UTC; null: never. */
  nearest(
    sensors: readonly number[],
    request: NearestRequest,
    signal: AbortSignal,
  ): Promise<number | null>
}
