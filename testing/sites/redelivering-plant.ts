import type { DocumentValue } from '#kit/server/documents/document-value.ts'
import { join } from 'node:path'
import { pino } from 'pino'
import { parseTelemetry } from '#kit/server/documents/telemetry-document.ts'
import { Intake } from '#features/ingest/server/intake/intake.ts'
import {
  openReplacedTimes,
  type StoredReplacedTimes,
} from '#features/ingest/server/intake/times/replaced-times-journal.ts'
import { writeQueueDefaults } from '#features/readings/server/journal/open-write-queue.ts'
import { openReadingPipeline } from '#features/readings/server/reading-pipeline.ts'
import { writerDefaults } from '#features/readings/server/writer/writer.ts'
import { plainSensor, type Sensor } from '#kit/model/sensor.ts'
import { Budget } from '#kit/server/budget/budget.ts'
import { createBus } from '#kit/server/bus.ts'
import type { Catalogue, CatalogueDevice } from '#kit/server/catalogue.ts'
import type { Telemetry } from '#kit/server/clickhouse/telemetry.ts'
import { temporaryDirectory } from '#testing/temporary-directory.ts'

/** The sensors of the device; `isNew` are those that nobody has looked at. */
export type PlantSensors = readonly Pick<Sensor, 'id' | 'key' | 'type' | 'isNew'>[]

const device: CatalogueDevice = {
  ...{ id: 1, lesiId: 'pump-1', name: 'Pump', product: '', silenceMs: 60_000 },
}

/**
 * One device, the way of its documents to the store and a disk; the server on it can be stopped and
 * started, and the store be away.
 */
export class RedeliveringPlant {
  readonly #telemetry: Telemetry
  readonly #directory = join(temporaryDirectory(), 'journal')
  readonly #sensors: Sensor[]
  #server: Awaited<ReturnType<typeof openReadingPipeline>> | undefined
  #intake: Intake | undefined
  #replaced: StoredReplacedTimes | undefined
  readonly #inserts = new Set<Promise<void>>()
  isStoreAway = false
  now: number

  constructor(telemetry: Telemetry, sensors: PlantSensors, now: number) {
    this.now = now
    this.#sensors = sensors.map((sensor) => ({
      ...{ lowerAlarm: null, upperAlarm: null, scaleLow: null, scaleHigh: null, ...plainSensor },
      ...{ deviceId: 1, lesiId: 'pump-1', alias: sensor.key, unit: '', decimals: 0 },
      ...{ intervalMs: 10_000, states: {}, ...sensor },
    }))
    this.#telemetry = {
      ...telemetry,
      insert: (target, lines) => {
        if (this.isStoreAway) return Promise.reject(new Error('the store is away'))
        const inserted = telemetry.insert(target, lines)
        this.#inserts.add(inserted)
        return inserted.finally(() => this.#inserts.delete(inserted))
      },
    }
  }

  /** Starts the server, after it was stopped too. */
  async start(): Promise<void> {
    const bus = createBus((error) => {
      throw error
    })
    const clock = () => this.now
    const catalogue = {
      sensorIds: () => this.#sensors.map(({ id }) => id),
      sensor: (id: number) => this.#sensors.find((sensor) => sensor.id === id),
      sensorByKey: (_: number, key: string) => this.#sensors.find((sensor) => sensor.key === key),
    } as unknown as Catalogue
    this.#server = await openReadingPipeline(
      {
        ...{ telemetry: this.#telemetry, catalogue, bus, clock, hasDiskSpace: () => true },
        ...{ logger: pino({ level: 'silent' }), journalDirectory: this.#directory },
      },
      {
        queue: { ...writeQueueDefaults, gatherMs: 1 },
        writer: { ...writerDefaults, closeTimeoutMs: 20 },
      },
    )
    this.#replaced = await openReplacedTimes(join(this.#directory, 'replaced-times'), {
      ...{ logger: pino({ level: 'silent' }), now: this.now },
    })
    const { writer } = this.#server
    this.#intake = new Intake({
      ...{ catalogue, writer, bus, clock, budget: new Budget(2 ** 26) },
      replacedTimes: this.#replaced.times,
      defectOf: (error) => `internal error: ${String(error)}`,
    })
  }

  async stop(): Promise<void> {
    await this.#server?.writer.close()
    await this.#replaced?.close()
    // Nothing of a server that has stopped happens while the next one runs.
    await Promise.allSettled(this.#inserts)
  }

  /** Another proposal for a sensor that nobody has looked at. */
  propose(key: string, type: Sensor['type']): void {
    const index = this.#sensors.findIndex((sensor) => sensor.key === key)
    const sensor = this.#sensors[index]
    if (sensor) this.#sensors[index] = { ...sensor, type }
  }

  /**
   * Takes documents as MQTT and HTTP bring them, or, put together, as batches do; resolves when
   * they are on disk.
   */
  async deliver(documents: readonly string[], isBatch: boolean): Promise<void> {
    const messages = documents.map((text) => Buffer.from(text))
    const taken = isBatch ? [understood(messages)] : messages
    const outcomes = await Promise.all(
      taken.map((message) => this.#running.intake.take(device, message, 'wait')),
    )
    for (const { refused } of outcomes)
      if (refused.length > 0) throw new Error(JSON.stringify(refused))
  }

  /** The last value of a sensor as screens show it. */
  current(sensorId: number) {
    return this.#running.server.current.get(sensorId)?.reading
  }

  flush(): Promise<void> {
    return this.#running.server.writer.flush()
  }

  get #running() {
    if (!this.#server || !this.#intake) throw new Error('the server was not started')
    return { server: this.#server, intake: this.#intake }
  }
}

function understood(messages: readonly Buffer[]) {
  const values: DocumentValue[] = messages.flatMap((message) => {
    const parsed = parseTelemetry(message)
    return 'values' in parsed ? parsed.values : []
  })
  return { values, bytes: messages.reduce((sum, { length }) => sum + length, 0) }
}
