import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { Bus } from '#kit/server/bus.ts'
import type { Catalogue } from '#kit/server/catalogue.ts'
import type { TelemetryReader } from '#kit/server/clickhouse/telemetry.ts'
import type { Clock } from '#kit/server/clock.ts'
import type { CurrentReadings } from '#kit/server/readings/current-readings.ts'
import type { DevicePresence } from '#kit/server/devices/device-presence.ts'
import type { DB } from '#kit/server/postgres-schema.ts'
import type { ReadingWriter } from '#kit/server/readings/reading-writer.ts'

/** What rules, readings and alarms are followed with. */
export interface AlarmEngineServices {
  readonly sql: Kysely<DB>
  readonly telemetry: TelemetryReader
  readonly catalogue: Catalogue
  readonly current: CurrentReadings
  readonly presence: DevicePresence
  readonly writer: Pick<ReadingWriter, 'flush' | 'settled'>
  readonly bus: Bus
  readonly clock: Clock
  /** The site's zone. */
  readonly timezone: string
  readonly log: Pick<Logger, 'warn' | 'info'>
  /** Bytes of alarms that may wait for the database; absent: the usual ones. */
  readonly maximumWaitingBytes?: number
}
