import type { Logger } from 'pino'
import type { Sessions } from '#kit/server/accounts.ts'
import type { Budget } from '#kit/server/budget/budget.ts'
import type { Bus } from '#kit/server/bus.ts'
import type { Catalogue } from '#kit/server/catalogue.ts'
import type { Telemetry } from '#kit/server/clickhouse/telemetry.ts'
import type { Clock } from '#kit/server/clock.ts'
import type { CurrentReadings } from '#kit/server/readings/current-readings.ts'
import type { DevicePresence } from '#kit/server/devices/device-presence.ts'
import type { Kiosks } from '#kit/server/kiosks.ts'
import type { ReadingWriter } from '#kit/server/readings/reading-writer.ts'

/** What the live socket needs of others. */
export interface LiveServices {
  readonly catalogue: Catalogue
  readonly current: CurrentReadings
  readonly presence: DevicePresence
  readonly telemetry: Telemetry
  /** What was acknowledged is flushed to the store before it is asked for. */
  readonly writer: Pick<ReadingWriter, 'flush' | 'status'>
  readonly bus: Bus
  readonly budget: Budget
  readonly clock: Clock
  readonly logger: Logger
  /**
   * The caller with the rights of this moment, or null when the session has ended; asked for open
   * sockets when rights change.
   */
  readonly callerOfSession: Sessions['callerOfSession']
  readonly kiosks: Kiosks
  /** Since when alarms are not evaluated, ms UTC; null: they are. */
  readonly alarmsStoppedSince: () => number | null
}
