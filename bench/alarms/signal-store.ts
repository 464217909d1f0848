import type { Telemetry } from '#kit/server/clickhouse/telemetry.ts'

/** Days of the signal, one reading a second. */
export const signalDays = 30
const dayMs = 86_400_000

/**
 * Stores readings of a sensor from `from` (ms UTC) on: some hours of each day are near the limit
 * 82, with noise that crosses it again and again.
 */
export async function insertSignal(
  telemetry: Telemetry,
  sensorId: number,
  from: number,
): Promise<void> {
  for (let day = 0; day < signalDays; day++) {
    const begin = from + day * dayMs
    await telemetry.command(`INSERT INTO numeric_readings SELECT ${sensorId},
      fromUnixTimestamp64Milli(toInt64(${begin} + number * 1000)),
      round(70 + 11.6 * sin(number / 86400 * 6.2832)
        + (cityHash64(number, ${day}) % 1000) / 2000, 2),
      if(cityHash64(number) % 1000 = 0, 2, 0) FROM numbers(86400)`)
  }
}
