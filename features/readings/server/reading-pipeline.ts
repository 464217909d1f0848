import type { Logger } from 'pino'
import type { Bus } from '#kit/server/bus.ts'
import type { Catalogue } from '#kit/server/catalogue.ts'
import type { Telemetry } from '#kit/server/clickhouse/telemetry.ts'
import type { Clock } from '#kit/server/clock.ts'
import { CurrentValues } from './current/current-values.ts'
import {
  openWriteQueue,
  writeQueueDefaults,
  type WriteQueueOptions,
} from './journal/open-write-queue.ts'
import { lastReadings, storedRanges } from './store/readings-store.ts'
import { SensorCutoffs } from './retention/sensor-cutoffs.ts'
import { StoredRanges } from './writer/stored-ranges.ts'
import { JournalWriter, writerDefaults, type WriterOptions } from './writer/writer.ts'

interface Dependencies {
  readonly telemetry: Telemetry
  readonly catalogue: Catalogue
  readonly bus: Bus
  readonly clock: Clock
  readonly logger: Logger
  /** Directory of the journal. */
  readonly journalDirectory: string
  readonly hasDiskSpace: () => boolean
}

export interface ReadingPipeline {
  readonly current: CurrentValues
  readonly writer: JournalWriter
  /** From when on readings of each sensor are kept. */
  readonly sensorCutoffs: SensorCutoffs
  /** Time of the newest stored reading of each device. */
  readonly lastReadingTimes: ReadonlyMap<number, number>
  /** Whether anything of the sensor was stored since it was withdrawn, if it ever was. */
  readonly hasStored: (sensorId: number) => boolean
}

/**
 * Opens the store of readings: sends to it what the journal holds, reads the last reading of every
 * sensor, and from then on updates them with what arrives on the bus as `readings`. A sensor's
 * newer value goes out as `current`.
 */
export async function openReadingPipeline(
  dependencies: Dependencies,
  options: { readonly writer?: WriterOptions; readonly queue?: WriteQueueOptions } = {},
): Promise<ReadingPipeline> {
  const { telemetry, catalogue, bus, clock, logger, journalDirectory, hasDiskSpace } = dependencies
  const onSynced = (count: number, upTo: number) => bus.emit('stored', { count, upTo })
  const sensorCutoffs = await SensorCutoffs.open(telemetry)
  const queue = (name: 'fresh' | 'old') =>
    openWriteQueue(
      { telemetry, logger, clock, onSynced, expiry: sensorCutoffs },
      journalDirectory,
      name,
      options.queue ?? writeQueueDefaults,
    )
  const queues = { fresh: await queue('fresh'), old: await queue('old') }
  const withdrawn = new Set<number>()
  const current = new CurrentValues(clock, withdrawn)
  const { ranges, lastReadingTimes } = await readStored(telemetry, catalogue, current)
  bus.on('readings', ({ readings }) => {
    const newer = current.offerAll(readings)
    if (newer.length > 0) bus.emit('current', { readings: newer })
  })
  const writer = new JournalWriter(
    { queues, ranges, withdrawn, clock, hasDiskSpace },
    options.writer ?? writerDefaults,
  )
  bus.on('catalogueChanged', ({ changes }) => {
    for (const { removedSensors } of changes) for (const id of removedSensors) current.remove(id)
  })
  return {
    current,
    lastReadingTimes,
    writer,
    sensorCutoffs,
    hasStored: (sensorId) => ranges.has(sensorId),
  }
}

async function readStored(telemetry: Telemetry, catalogue: Catalogue, current: CurrentValues) {
  const lastReadingTimes = new Map<number, number>()
  const sensorIds = [...catalogue.sensorIds()]
  const isText = (id: number) => catalogue.sensor(id)?.type === 'string'
  for (const reading of await lastReadings(telemetry, sensorIds, isText)) {
    current.offer(reading)
    const sensor = catalogue.sensor(reading.sensorId)
    // What is calculated says nothing about when the device itself was there.
    if (!sensor || sensor.isCalculated) continue
    const { deviceId } = sensor
    lastReadingTimes.set(deviceId, Math.max(reading.time, lastReadingTimes.get(deviceId) ?? 0))
  }
  return { ranges: new StoredRanges(await storedRanges(telemetry)), lastReadingTimes }
}
