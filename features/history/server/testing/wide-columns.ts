import type { RetainedReadings } from '#kit/server/readings/retained-readings.ts'
import { noCutoffs } from '#kit/server/readings/retained-readings.ts'
import type { TelemetryReader } from '#kit/server/clickhouse/telemetry.ts'
import { readColumnsFromParts, readFlaggedFromParts, type SensorRange } from '../history-store.ts'
import { wholeMinuteParts } from '../stored-parts.ts'

/** Nothing has expired, and every sensor has minutes. */
export const withoutExpiry: RetainedReadings = {
  cutoffsOf: () => noCutoffs,
  hasMinutes: () => true,
}

/** Columns of long pixels: from minutes and, where the range cuts one, from readings. */
export const readMinuteColumns = (telemetry: TelemetryReader, range: SensorRange, width: number) =>
  readColumnsFromParts(telemetry, range, wholeMinuteParts(range, withoutExpiry), width)

export const readMinuteFlagged = (telemetry: TelemetryReader, range: SensorRange, width: number) =>
  readFlaggedFromParts(telemetry, range, wholeMinuteParts(range, withoutExpiry), width)
