import type { FastifyInstance } from 'fastify'
import type { Sensor } from '#kit/model/sensor.ts'
import { requireOpenDevice } from '#kit/server/catalogue.ts'
import type { PersonalReader } from '#kit/server/clickhouse/telemetry.ts'
import { PrebuiltJson } from '#kit/server/http/replies/replies.ts'
import { serve } from '#kit/server/http/serve.ts'
import { reportByDevice, reportByPeriod, reportBySensor } from '../../contract/routes.ts'
import type { HistoryContext } from '../history-context.ts'
import { rangeOfPeriod } from '../range-of-period.ts'
import { deviceReportsJson, replyMs, sensorsBehind } from './device-reports.ts'
import { reportJson } from './report.ts'

const opening = Buffer.from('{"data":')
const closing = Buffer.from('}')
const prebuilt = (data: readonly Buffer[]) => new PrebuiltJson([opening, ...data, closing])

/** Reports of a sensor, and of each sensor of a device. */
export function registerReports(app: FastifyInstance, context: HistoryContext): void {
  const { timezone, clock, retained } = context.services

  serve(app, reportByPeriod, async ({ params, query, caller, reply }) => {
    const { reader, hold } = await context.begin(caller, reply)
    const visible = context.visibleSensor(caller, params.thing, params.sensor)
    const [device, sensor] = visible
    const range = rangeOfPeriod(params.period, timezone, clock())
    await context.flush(device, range)
    const activity = context.activityOf(reader, device, range)
    const request = { sensor, ...range, width: query.width, mode: 'auto', timezone } as const
    const now = clock()
    const report = await reportJson(reader, { ...request, now, activity, hold, retained })
    return context.whileOpen(caller, visible, prebuilt(report))
  })

  serve(app, reportBySensor, async ({ body, caller, reply }) => {
    const { reader, hold } = await context.begin(caller, reply)
    const { thing, sensor: key, ...request } = body
    const visible = context.visibleSensor(caller, thing, key)
    const [device, sensor] = visible
    await context.flush(device, request)
    const activity = context.activityOf(reader, device, request)
    const now = clock()
    const asked = { ...request, sensor, timezone, now, activity, hold, retained }
    const report = await reportJson(reader, asked)
    return context.whileOpen(caller, visible, prebuilt(report))
  })

  registerDeviceReports(app, context)
}

function registerDeviceReports(app: FastifyInstance, context: HistoryContext): void {
  const { catalogue, timezone, clock, retained } = context.services
  serve(app, reportByDevice, async ({ body, caller, reply }) => {
    const late = AbortSignal.timeout(replyMs)
    const { reader, readerUntil, hold } = await context.begin(caller, reply)
    const { thing, after, ...request } = body
    const device = requireOpenDevice(catalogue, caller, thing)
    const sensors = sensorsBehind(catalogue.sensorsOf(device.id), after)
    await context.flush(device, request)
    const activity = context.activityOf(reader, device, request)
    const [firstSensor] = sensors
    const reportBy = (by: PersonalReader) => (sensor: Sensor) =>
      reportJson(by, {
        ...{ ...request, sensor, timezone, activity, hold, retained },
        ...{ mode: 'auto', now: clock() },
      })
    // The first one is there before the reply begins: what is refused is refused with its status.
    const first = firstSensor ? await reportBy(reader)(firstSensor) : []
    requireOpenDevice(catalogue, caller, thing)
    const report = reportBy(readerUntil(late))
    const isOpen = ({ id }: Sensor) => catalogue.maySeeSensor(caller, id)
    return new PrebuiltJson(deviceReportsJson({ sensors, first, report, isOpen, late }))
  })
}
