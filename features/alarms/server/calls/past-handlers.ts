import type { FastifyInstance } from 'fastify'
import { serve } from '#kit/server/http/serve.ts'
import { maximumPastAlarms, pastAlarms } from '../../contract/past.ts'
import { describeAlarms } from './describe.ts'
import { readAlarmsOfPast, readHiddenSpans } from './past-store.ts'
import type { AlarmCallServices } from './services.ts'

/** The call that a moment of the past has its alarms by. */
export function registerPastAlarms(app: FastifyInstance, services: AlarmCallServices): void {
  const { sql, catalogue } = services
  serve(app, pastAlarms, async ({ body: { sensors, from, until }, caller }) => {
    const sensorIds = sensors.filter((id) => catalogue.maySeeSensor(caller, id))
    const devices = sensorIds.map((id) => catalogue.sensor(id)?.deviceId ?? 0)
    const found = await readAlarmsOfPast(sql, {
      ...{ sensorIds, deviceIds: [...new Set(devices)], from, until },
      limit: maximumPastAlarms + 1,
    })
    const shown = found.slice(0, maximumPastAlarms)
    const ids = shown.map(({ id }) => id)
    const spans = await readHiddenSpans(sql, ids, { from, until })
    const described = await describeAlarms(services, shown)
    const alarms = described.map((alarm) => ({ ...alarm, hiddenSpans: spans.get(alarm.id) ?? [] }))
    return { data: { alarms, isCut: found.length > maximumPastAlarms } }
  })
}
