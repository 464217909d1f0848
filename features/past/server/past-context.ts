import type { FastifyReply } from 'fastify'
import type { Sensor } from '#kit/model/sensor.ts'
import type { AlarmTimes } from '#kit/server/alarm-times.ts'
import type { Budget } from '#kit/server/budget/budget.ts'
import type { Caller } from '#kit/server/caller.ts'
import type { Catalogue } from '#kit/server/catalogue.ts'
import type { Telemetry } from '#kit/server/clickhouse/telemetry.ts'
import type { Clock } from '#kit/server/clock.ts'
import { LargeReplies } from '#kit/server/http/replies/large-replies.ts'
import { ofOpenSensors } from '#kit/server/of-open-sensors.ts'
import type { ReadingWriter } from '#kit/server/readings/reading-writer.ts'
import type { RetainedReadings } from '#kit/server/readings/retained-readings.ts'
import type { OfflineReports } from './devices/offline-reports.ts'

export interface PastServices {
  readonly catalogue: Catalogue
  readonly telemetry: Telemetry
  readonly clock: Clock
  readonly budget: Budget
  /** What was acknowledged is flushed to the store before it is asked for. */
  readonly writer: Pick<ReadingWriter, 'flush'>
  /** Where alarms began. */
  readonly alarms: AlarmTimes
  /** When devices reported that they are offline. */
  readonly reports: OfflineReports
  /** What is stored of which readings. */
  readonly retained: RetainedReadings
}

/** What the calls about the past share. */
export class PastContext {
  readonly services: PastServices
  readonly #replies: LargeReplies

  constructor(services: PastServices) {
    this.services = services
    this.#replies = new LargeReplies(services.budget)
  }

  /** Room for a reply to the caller, and what reads until the caller leaves. */
  async open(caller: Caller, reply: FastifyReply) {
    const { signal, hold } = await this.#replies.begin(caller.sessionId, reply)
    return { reader: this.services.telemetry.readerFor(caller.sessionId, signal), hold }
  }

  /**
   * What work makes of those of the sensors that the caller may look at, also when it has ended;
   * their readings until `until` are in the store.
   */
  ofVisible<Answer>(
    caller: Caller,
    { ids, until }: { readonly ids: readonly number[]; readonly until: number },
    work: (open: ReturnType<typeof visibleSensors>) => Promise<Answer>,
  ): Promise<Answer> {
    const { catalogue, writer } = this.services
    return ofOpenSensors(
      () => visibleSensors(catalogue, caller, ids),
      async (open) => {
        await writer.flush({ sensorIds: siblings(catalogue, open.sensors), to: until + 1 })
        return work(open)
      },
    )
  }
}

/** Each once; what is not open to the caller is only named. */
function visibleSensors(catalogue: Catalogue, caller: Caller, ids: readonly number[]) {
  const sensors: Sensor[] = []
  const closed: number[] = []
  for (const id of new Set(ids)) {
    const sensor = catalogue.maySeeSensor(caller, id) ? catalogue.sensor(id) : undefined
    if (sensor) sensors.push(sensor)
    else closed.push(id)
  }
  return { sensors, closed }
}

/** Other sensors of the same devices show that these were there. */
function siblings(catalogue: Catalogue, sensors: readonly Sensor[]): number[] {
  const devices = new Set(sensors.map(({ deviceId }) => deviceId))
  return [...devices].flatMap((id) => catalogue.sensorsOf(id).map((sensor) => sensor.id))
}
