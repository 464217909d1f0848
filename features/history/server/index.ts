import type { FastifyInstance, FastifyReply } from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import { AppError } from '#kit/model/calls/errors.ts'
import type { Sensor } from '#kit/model/sensor.ts'
import type { Caller } from '#kit/server/caller.ts'
import { requireOpenDevice, type Catalogue, type CatalogueDevice } from '#kit/server/catalogue.ts'
import type {
  PersonalReader,
  Telemetry,
  TelemetryReader,
} from '#kit/server/clickhouse/telemetry.ts'
import type { Clock } from '#kit/server/clock.ts'
import type { Budget } from '#kit/server/budget/budget.ts'
import { LargeReplies } from '#kit/server/http/large-replies.ts'
import { PrebuiltJson } from '#kit/server/http/replies.ts'
import { serve } from '#kit/server/http/serve.ts'
import type { RetainedReadings } from '#kit/server/readings/retained-readings.ts'
import type { Kiosks } from '#kit/server/kiosks.ts'
import type { ReadingWriter } from '#kit/server/readings/reading-writer.ts'
import { monthAt, type Range } from '#kit/model/time/period.ts'
import { daysWithReadings } from '../contract/days.ts'
import { reportByPeriod, reportBySensor, reportByDevice } from '../contract/routes.ts'
import { activitiesFrom } from './activities.ts'
import { registerAnalysis } from './analysis/analysis-calls.ts'
import { readDays } from './days/days-store.ts'
import { registerDayStates } from './days/day-states-calls.ts'
import { registerKioskMedian } from './kiosk-median.ts'
import { deviceReportsJson, replyMs, sensorsBehind } from './device-reports.ts'
import { rangeOfPeriod } from './range-of-period.ts'
import { holdsTexts, reportJson } from './report.ts'
import { registerTables } from './table/table-handlers.ts'

export { ReportReader } from './report-reader.ts'
export { figuresOf, usualStatisticsOf } from './report.ts'

interface Services {
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

const opening = Buffer.from('{"data":')
const closing = Buffer.from('}')

/** Series and statistics of the past. */
export const historyPlugin = fastifyPlugin(
  async (app: FastifyInstance, services: Services) => {
    const { catalogue, telemetry, clock, timezone, writer, retained } = services
    const replies = new LargeReplies(services.budget)
    const activityOf = activitiesFrom(services)
    /** The device's readings until `to` reach the store: also those that show its activity. */
    const flush = ({ id }: CatalogueDevice, { to }: Range) =>
      writer.flush({ sensorIds: catalogue.sensorsOf(id).map((sensor) => sensor.id), to })
    /** Room for a reply to the caller, and what reads until the caller leaves. */
    const begin = async (caller: Caller, reply: FastifyReply) => {
      const { signal, hold } = await replies.begin(caller.sessionId, reply)
      /** The same until `late` is aborted, too. */
      const readerUntil = (late: AbortSignal) =>
        telemetry.readerFor(caller.sessionId, AbortSignal.any([signal, late]))
      return { reader: telemetry.readerFor(caller.sessionId, signal), readerUntil, hold }
    }
    const prebuilt = (data: readonly Buffer[]) => new PrebuiltJson([opening, ...data, closing])

    serve(app, reportByPeriod, async ({ params, query, caller, reply }) => {
      const { reader, hold } = await begin(caller, reply)
      const [device, sensor] = visibleSensor(catalogue, caller, params.thing, params.sensor)
      const range = rangeOfPeriod(params.period, timezone, clock())
      await flush(device, range)
      const activity = activityOf(reader, device, range)
      return prebuilt(
        await reportJson(reader, {
          sensor,
          ...range,
          width: query.width,
          mode: 'auto',
          timezone,
          now: clock(),
          ...{ activity, hold, retained },
        }),
      )
    })

    serve(app, reportBySensor, async ({ body, caller, reply }) => {
      const { reader, hold } = await begin(caller, reply)
      const { thing, sensor: key, ...request } = body
      const [device, sensor] = visibleSensor(catalogue, caller, thing, key)
      await flush(device, request)
      return prebuilt(
        await reportJson(reader, {
          ...request,
          sensor,
          timezone,
          now: clock(),
          ...{ hold, retained },
          activity: activityOf(reader, device, request),
        }),
      )
    })

    registerDayStates(app, services, { begin, flush, activityOf })
    registerKioskMedian(app, services, { begin, flush })
    serveDays(app, services, begin, flush)
    registerAnalysis(app, services, {
      ...{ begin, flush },
      visibleSensor: (caller, lesiId, key) => visibleSensor(catalogue, caller, lesiId, key),
    })
    registerTables(app, {
      ...{ timezone, retained, begin, flush },
      visibleSensor: (caller, lesiId, key) => visibleSensor(catalogue, caller, lesiId, key),
      holdsTexts: (reader, sensor, range) =>
        holdsTexts(reader, sensor, { sensorId: sensor.id, ...range }),
    })

    serve(app, reportByDevice, async ({ body, caller, reply }) => {
      const late = AbortSignal.timeout(replyMs)
      const { reader, readerUntil, hold } = await begin(caller, reply)
      const { thing, after, ...request } = body
      const device = requireOpenDevice(catalogue, caller, thing)
      const sensors = sensorsBehind(catalogue.sensorsOf(device.id), after)
      await flush(device, request)
      const activity = activityOf(reader, device, request)
      const [firstSensor] = sensors
      const reportBy = (by: PersonalReader) => (sensor: Sensor) =>
        reportJson(by, {
          ...{ ...request, sensor, timezone, activity, hold, retained },
          ...{ mode: 'auto', now: clock() },
        })
      // The first one is there before the reply begins: what is refused is refused with its status.
      const first = firstSensor ? await reportBy(reader)(firstSensor) : []
      const report = reportBy(readerUntil(late))
      return new PrebuiltJson(deviceReportsJson({ sensors, first, report, late }))
    })
  },
  { name: 'history', dependencies: ['accounts'] },
)

/** On which days a sensor has readings. */
function serveDays(
  app: FastifyInstance,
  { catalogue, timezone }: Services,
  begin: (caller: Caller, reply: FastifyReply) => Promise<{ readonly reader: TelemetryReader }>,
  flush: (device: CatalogueDevice, range: Range) => Promise<void>,
): void {
  serve(app, daysWithReadings, async ({ body, caller, reply }) => {
    const { reader } = await begin(caller, reply)
    const [device, { id: sensorId }] = visibleSensor(catalogue, caller, body.thing, body.sensor)
    const month = monthAt(body.at, timezone)
    await flush(device, month)
    return { data: await readDays(reader, { sensorId, ...month }, timezone) }
  })
}

function visibleSensor(
  catalogue: Catalogue,
  caller: Caller,
  lesiId: string,
  key: string,
): [CatalogueDevice, Sensor] {
  const device = requireOpenDevice(catalogue, caller, lesiId)
  const sensor = catalogue.sensorByKey(device.id, key)
  if (!sensor) throw new AppError('not_found', `Device ${lesiId} has no sensor ${key}`)
  return [device, sensor]
}
