/** From when on something of a sensor is stored as it came, ms UTC; 0: nothing was removed. */
export interface RetentionCutoffs {
  /** Readings one by one: before it some or all are removed, and the rollups have their sums. */
  readonly readings: number
  readonly minutes: number
  readonly hours: number
}

/** What is stored of a sensor, for those who ask the telemetry store. */
export interface RetainedReadings {
  cutoffsOf(sensorId: number): RetentionCutoffs
  /** Whether it has a rollup of a minute; else readings serve as minutes. */
  hasMinutes(sensorId: number): boolean
}

export const noCutoffs: RetentionCutoffs = { readings: 0, minutes: 0, hours: 0 }
