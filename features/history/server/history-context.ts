import type { FastifyReply } from 'fastify'
import { AppError } from '#kit/model/calls/errors.ts'
import type { Sensor } from '#kit/model/sensor.ts'
import type { Range } from '#kit/model/time/period.ts'
import type { Budget } from '#kit/server/budget/budget.ts'
import type { Caller } from '#kit/server/caller.ts'
import { requireOpenDevice, type Catalogue, type CatalogueDevice } from '#kit/server/catalogue.ts'
import type { PersonalReader, Telemetry } from '#kit/server/clickhouse/telemetry.ts'
import type { Clock } from '#kit/server/clock.ts'
import { LargeReplies } from '#kit/server/http/replies/large-replies.ts'
import type { Kiosks } from '#kit/server/kiosks.ts'
import type { ReadingWriter } from '#kit/server/readings/reading-writer.ts'
import type { RetainedReadings } from '#kit/server/readings/retained-readings.ts'
import { activitiesFrom } from './reports/activities.ts'

export interface HistoryServices {
  readonly catalogue: Catalogue
  readonly telemetry: Telemetry
  readonly clock: Clock
  readonly budget: Budget
  /** What was acknowledged is flushed to the store before it is asked for. */
  readonly writer: Pick<ReadingWriter, 'flush'>
  /** The site's zone, in which days and weeks are cut. */
  readonly timezone: string
  readonly kiosks: Kiosks
  /** What is stored of which readings. */
  readonly retained: RetainedReadings
}

interface BegunReply {
  /** Reads until the caller leaves. */
  readonly reader: PersonalReader
  /** The same until the signal is aborted, too. */
  readonly readerUntil: (late: AbortSignal) => PersonalReader
  /** Counts so many more bytes for the reply. */
  readonly hold: (bytes: number) => void
}

type VisibleSensor = readonly [device: CatalogueDevice, sensor: Sensor]

/** What the calls of history share. */
export class HistoryContext {
  readonly services: HistoryServices
  readonly activityOf: ReturnType<typeof activitiesFrom>
  readonly #replies: LargeReplies

  constructor(services: HistoryServices) {
    this.services = services
    this.activityOf = activitiesFrom(services)
    this.#replies = new LargeReplies(services.budget)
  }

  /**
   * Resolves when there is room for a reply to the caller. What is open to the caller is asked
   * afterwards: that may take a while.
   */
  async begin(caller: Caller, reply: FastifyReply): Promise<BegunReply> {
    const { telemetry } = this.services
    const { signal, hold } = await this.#replies.begin(caller.sessionId, reply)
    const readerUntil = (late: AbortSignal) =>
      telemetry.readerFor(caller.sessionId, AbortSignal.any([signal, late]))
    return { reader: telemetry.readerFor(caller.sessionId, signal), readerUntil, hold }
  }

  /** The device's readings until `to` reach the store: also those that show its activity. */
  async flush({ id }: CatalogueDevice, { to }: Range): Promise<void> {
    const { writer, catalogue } = this.services
    const sensorIds = catalogue.sensorsOf(id).map((sensor) => sensor.id)
    await writer.flush({ sensorIds, to })
  }

  /** A sensor that the caller may see, with its device. Throws `not_found` where there is none. */
  visibleSensor(caller: Caller, lesiId: string, key: string): VisibleSensor {
    const { catalogue } = this.services
    const device = requireOpenDevice(catalogue, caller, lesiId)
    const sensor = catalogue.sensorByKey(device.id, key)
    if (!sensor) throw new AppError('not_found', `Device ${lesiId} has no sensor ${key}`)
    return [device, sensor]
  }

  /**
   * What was read of a sensor, as long as it is still open to the caller: the store may have let
   * others come first. Throws like `visibleSensor`.
   */
  whileOpen<Answer>(caller: Caller, [device, sensor]: VisibleSensor, answer: Answer): Answer {
    this.visibleSensor(caller, device.lesiId, sensor.key)
    return answer
  }
}
