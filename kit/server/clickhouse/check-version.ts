import { reasonOf, StartupError } from '../process/startup-error.ts'
import type { Telemetry } from './telemetry.ts'

/**
 * The first version whose insert tokens count in the tables behind materialized views as they
 * should.
 */
export const minimumVersion = '24.8'

function isOlder(version: string, than: string): boolean {
  const [year = 0, month = 0] = version.split('.').map(Number)
  const [minimumYear = 0, minimumMonth = 0] = than.split('.').map(Number)
  return year < minimumYear || (year === minimumYear && month < minimumMonth)
}

/** Throws StartupError when the ClickHouse at `place` does not answer, refuses, or is too old. */
export async function checkTelemetryVersion(telemetry: Telemetry, place: string): Promise<void> {
  let version: string | undefined
  try {
    version = (await telemetry.rows<{ version: string }>('SELECT version() AS version'))[0]?.version
  } catch (cause) {
    throw new StartupError(
      `Cannot use the ClickHouse ${place} that CLICKHOUSE_URL names: ${reasonOf(cause)}`,
      { cause },
    )
  }
  if (version === undefined || isOlder(version, minimumVersion))
    throw new StartupError(
      `The ClickHouse ${place} that CLICKHOUSE_URL names has version ${version ?? 'unknown'}; ` +
        `${minimumVersion} or newer is needed.`,
    )
}
