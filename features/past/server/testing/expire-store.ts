import type { Telemetry } from '#kit/server/clickhouse/telemetry.ts'

/** Takes the readings of a sensor away, as their expiry does: what was rolled up stays. */
export const expireReadings = (telemetry: Telemetry, sensorId: number): Promise<void> =>
  telemetry.command(
    `ALTER TABLE numeric_readings DELETE WHERE sensor = ${sensorId} SETTINGS mutations_sync = 2`,
  )
