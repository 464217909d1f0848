import { insertDays } from '#features/readings/server/testing/value-counts-store.ts'
import {
  countValues,
  readUncountedDays,
} from '#features/readings/server/rollups/value-counts-store.ts'
import type { Telemetry } from '#kit/server/clickhouse/telemetry.ts'

type Days = Parameters<typeof insertDays>[2]

/** Stores readings of some days; `count` counts their values as the server does when they end. */
export async function storeDays(telemetry: Telemetry, sensor: number, days: Days) {
  await insertDays(telemetry, sensor, days)
  const span = { from: days.from, to: days.from + days.days * 86_400_000 }
  return {
    async count() {
      const found = await readUncountedDays(telemetry, span, 1_000)
      await countValues(
        telemetry,
        found.filter((day) => day.sensor === sensor),
      )
    },
  }
}
