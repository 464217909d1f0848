import type { KeptReadings } from '#kit/server/readings/kept-readings.ts'
import { allKept } from '#kit/server/readings/kept-readings.ts'
import type { TelemetryReader } from '#kit/server/clickhouse/telemetry.ts'
import { readColumnsFromParts, readFlaggedFromParts, type SensorRange } from '../history-store.ts'
import { wideParts } from '../stored-parts.ts'

/** Nothing has expired, and every sensor has minutes. */
export const keptWhole: KeptReadings = { keptFrom: () => allKept, hasMinutes: () => true }

/** Columns of long pixels: from minutes and, where the range cuts one, from readings. */
export const readMinuteColumns = (telemetry: TelemetryReader, range: SensorRange, width: number) =>
  readColumnsFromParts(telemetry, range, wideParts(range, keptWhole), width)

export const readMinuteFlagged = (telemetry: TelemetryReader, range: SensorRange, width: number) =>
  readFlaggedFromParts(telemetry, range, wideParts(range, keptWhole), width)
