import type { Logger } from 'pino'
import type { Bus } from '#kit/server/bus.ts'
import type { Catalogue } from '#kit/server/catalogue.ts'
import type { Telemetry } from '#kit/server/clickhouse/telemetry.ts'
import type { Clock } from '#kit/server/clock.ts'
import { CurrentValues } from './current-values.ts'
import type { StoredSpan } from './deduplication.ts'
import { firstTimes, lastReadings } from './readings-store.ts'
import { repairRollups } from './rollup-repair.ts'
import { GroupCommitWriter } from './writer.ts'

interface Dependencies {
  readonly telemetry: Telemetry
  readonly catalogue: Catalogue
  readonly bus: Bus
  readonly clock: Clock
  readonly logger: Logger
}

export interface DataPath {
  readonly current: CurrentValues
  readonly writer: GroupCommitWriter
  /** Time of the newest stored reading of each device. */
  readonly lastHeard: ReadonlyMap<number, number>
}

/**
 * Opens the store of readings: repairs what a crash left, reads the last reading of every sensor, and from then on keeps them equal
 * to what arrives on the bus as `readings`. A sensor's newer value goes out as `current`.
 */
export async function openDataPath({ telemetry, catalogue, bus, clock, logger }: Dependencies): Promise<DataPath> {
  const repaired = await repairRollups(telemetry)
  if (repaired > 0) logger.warn({ buckets: repaired }, 'rollup buckets repaired after an interrupted insert')
  const current = new CurrentValues()
  const spans = new Map<number, StoredSpan>()
  const oldest = await firstTimes(telemetry)
  const lastHeard = new Map<number, number>()
  const sensorIds = [...catalogue.sensorIds()]
  for (const reading of await lastReadings(telemetry, sensorIds)) {
    current.offer(reading)
    spans.set(reading.sensorId, { first: oldest.get(reading.sensorId) ?? 0, last: reading.time })
    const deviceId = catalogue.sensor(reading.sensorId)?.deviceId
    if (deviceId !== undefined) lastHeard.set(deviceId, Math.max(reading.time, lastHeard.get(deviceId) ?? 0))
  }
  bus.on('readings', ({ readings }) => {
    const newer = readings.filter((reading) => current.offer(reading))
    if (newer.length > 0) bus.emit('current', { readings: newer })
  })
  return { current, lastHeard, writer: new GroupCommitWriter({ telemetry, bus, clock, logger }, spans) }
}
