import type { Telemetry } from '#kit/server/clickhouse/telemetry.ts'
import { addMissingToRollup, newestParts, rollups } from './rollup-repair-store.ts'

/** No insert takes longer than this; one that a crash interrupted began at most so long before the newest part. */
const longestInsertSeconds = 120
const maximumRounds = 20

/**
 * Makes the rollups equal to the readings again after a crash between a row and its rollup. Looks only at what was written last,
 * so a start costs the same however much is stored. No insert may run meanwhile. Returns the number of buckets repaired.
 */
export async function repairRollups(telemetry: Telemetry): Promise<number> {
  let repaired = 0
  let parts = await newestParts(telemetry, longestInsertSeconds)
  for (let round = 0; parts.length > 0 && round < maximumRounds; round++) {
    for (const rollup of rollups) repaired += await addMissingToRollup(telemetry, rollup, parts)
    const now = new Set(await newestParts(telemetry, longestInsertSeconds))
    // A merge may have taken a part away while its readings were looked at: then look again.
    if (parts.every((part) => now.has(part))) return repaired
    parts = [...now]
  }
  return repaired
}
