import type { FastifyInstance, FastifyReply } from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import type { Sensor } from '#kit/model/sensor.ts'
import type { AlarmTimes } from '#kit/server/alarm-times.ts'
import type { Budget } from '#kit/server/budget/budget.ts'
import type { Caller } from '#kit/server/caller.ts'
import type { Catalogue } from '#kit/server/catalogue.ts'
import type { Telemetry } from '#kit/server/clickhouse/telemetry.ts'
import type { Clock } from '#kit/server/clock.ts'
import { LargeReplies } from '#kit/server/http/large-replies.ts'
import { PrebuiltJson } from '#kit/server/http/replies.ts'
import { serve } from '#kit/server/http/serve.ts'
import type { RetainedReadings } from '#kit/server/readings/retained-readings.ts'
import { requirePast } from '#kit/server/past-moment.ts'
import type { ReadingWriter } from '#kit/server/readings/reading-writer.ts'
import { pastEvents, pastMoment, pastNearest, pastSpan, pastTrends } from '../contract/routes.ts'
import { deviceChanges } from './devices/device-states.ts'
import type { OfflineReports } from './devices/offline-reports.ts'
import { eventsOf } from './events/events.ts'
import { expiredSensors } from './expired.ts'
import { trendsJson } from './minute-trends.ts'
import { momentOf } from './moment/moment.ts'
import { readLast, readNext } from './nearest/nearest-store.ts'
import { readSpanPage } from './span/read-span-page.ts'

export { StoredOfflineReports } from './devices/offline-reports.ts'
export { startReportExpiry } from './devices/offline-reports-expiry.ts'
export { readingsAt } from './moment/readings-at.ts'

interface Services {
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

/** The room at any stored moment, and what happened between two. */
export const pastPlugin = fastifyPlugin(
  async (
    app: FastifyInstance,
    { catalogue, telemetry, clock, budget, writer, alarms, reports, retained }: Services,
  ) => {
    const replies = new LargeReplies(budget)

    /** What the caller may look at of the sensors, until `until` in the store. */
    async function begin(caller: Caller, ids: readonly number[], until: number) {
      const { visible, closed } = visibleSensors(catalogue, caller, ids)
      await writer.flush({ sensorIds: siblings(catalogue, visible), to: until + 1 })
      return { sensors: visible, closed }
    }
    /** Room for a reply to the caller, and what reads until the caller leaves. */
    async function open(caller: Caller, reply: FastifyReply) {
      const { signal, hold } = await replies.begin(caller.sessionId, reply)
      return { reader: telemetry.readerFor(caller.sessionId, signal), hold }
    }
    const held = <Data>(hold: (bytes: number) => void, data: Data): { data: Data } => {
      hold(JSON.stringify(data).length)
      return { data }
    }

    serve(app, pastMoment, async ({ body: { sensors: ids, at }, caller, reply }) => {
      requirePast('at', at, clock())
      const { reader, hold } = await open(caller, reply)
      const { sensors, closed } = await begin(caller, ids, at)
      return held(hold, {
        ...(await momentOf({ reader, catalogue, reports, retained }, sensors, at)),
        closed,
      })
    })

    serve(app, pastTrends, async ({ body, caller, reply }) => {
      const { sensors: ids, at, spanMs, columns } = body
      requirePast('at', at, clock())
      const { reader, hold } = await open(caller, reply)
      const { sensors } = await begin(caller, ids, at)
      const numeric = sensors.flatMap(({ id, type }) => (type === 'string' ? [] : [id]))
      const columnMs = Math.max(1, Math.ceil(spanMs / columns))
      const span = { from: Math.max(0, at - spanMs), until: at, columnMs }
      // Thousands of numbers: written once, and not validated one by one.
      const list = await trendsJson(reader, numeric, span, retained)
      const text = Buffer.concat([Buffer.from('{"data":'), list, Buffer.from('}')])
      hold(text.byteLength)
      return new PrebuiltJson([text])
    })

    serve(app, pastSpan, async ({ body: { sensors: ids, ...span }, caller, reply }) => {
      requirePast('until', span.until, clock())
      const { reader, hold } = await open(caller, reply)
      const { sensors, closed } = await begin(caller, ids, span.until)
      const visible = sensors.map(({ id }) => id)
      const expired = expiredSensors(retained, visible, span.from)
      const page = await readSpanPage(reader, sensors, span, expired)
      const devices = await deviceChanges({ reader, catalogue, reports, retained }, sensors, page)
      return held(hold, { ...page, devices, closed })
    })

    serve(app, pastNearest, async ({ body: { sensors: ids, at, backwards }, caller, reply }) => {
      requirePast('at', at, clock())
      const { reader } = await open(caller, reply)
      const now = clock()
      const { sensors } = await begin(caller, ids, backwards ? at : now)
      const visible = sensors.map(({ id }) => id)
      const expired = expiredSensors(retained, visible, at)
      const found = backwards
        ? await readLast(reader, visible, at, expired)
        : await readNext(reader, visible, { at, now, expired })
      return { data: { at: found } }
    })

    serve(app, pastEvents, async ({ body: { sensors: ids, ...request }, caller, reply }) => {
      const { reader, hold } = await open(caller, reply)
      const { sensors } = await begin(caller, ids, request.until)
      const asked = { ...request, now: clock() }
      return held(hold, await eventsOf({ reader, catalogue, alarms }, sensors, asked))
    })
  },
  { name: 'past', dependencies: ['accounts'] },
)

/** Each once; what is not open to the caller is only named. */
function visibleSensors(catalogue: Catalogue, caller: Caller, ids: readonly number[]) {
  const visible: Sensor[] = []
  const closed: number[] = []
  for (const id of new Set(ids)) {
    const sensor = catalogue.maySeeSensor(caller, id) ? catalogue.sensor(id) : undefined
    if (sensor) visible.push(sensor)
    else closed.push(id)
  }
  return { visible, closed }
}

/** Other sensors of the same devices show that these were there. */
function siblings(catalogue: Catalogue, sensors: readonly Sensor[]): number[] {
  const devices = new Set(sensors.map(({ deviceId }) => deviceId))
  return [...devices].flatMap((id) => catalogue.sensorsOf(id).map((sensor) => sensor.id))
}
