import { reasonOf, StartupError } from '../process/startup-error.ts'
import { openTelemetry, type Telemetry } from './telemetry.ts'

/**
 * Opens the ClickHouse at `url`, which people know as `place`; nothing is asked of it yet. Throws
 * StartupError for settings in the address that its client does not take, such as
 * `?request_timeout=soon`.
 */
export function openServer(url: string, place: string): Telemetry {
  try {
    return openTelemetry({ url })
  } catch (cause) {
    throw new StartupError(
      `Cannot use the ClickHouse ${place} that CLICKHOUSE_URL names: ${reasonOf(cause)}`,
      { cause },
    )
  }
}
