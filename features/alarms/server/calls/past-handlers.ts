import type { FastifyInstance } from 'fastify'
import { serve } from '#kit/server/http/serve.ts'
import { visibleSensors } from '#kit/server/kiosks.ts'
import { ofOpenSensors } from '#kit/server/of-open-sensors.ts'
import { maximumPastAlarms, pastAlarms } from '../../contract/past.ts'
import { describeAlarms } from './describe.ts'
import { readAlarmsOfPast, readHiddenSpans } from './past-store.ts'
import type { AlarmCallServices } from './services.ts'

/** The call that a moment of the past has its alarms by. */
export function registerPastAlarms(app: FastifyInstance, services: AlarmCallServices): void {
  const { sql, catalogue } = services
  serve(app, pastAlarms, async ({ body: { sensors: asked, from, until }, caller }) => {
    const judge = () => ({ sensors: visibleSensors(catalogue, { caller }, asked) })
    const data = await ofOpenSensors(judge, async ({ sensors }) => {
      const found = await readAlarmsOfPast(sql, {
        sensorIds: sensors.map(({ id }) => id),
        deviceIds: [...new Set(sensors.map(({ deviceId }) => deviceId))],
        ...{ from, until, limit: maximumPastAlarms + 1 },
      })
      const shown = found.slice(0, maximumPastAlarms)
      const ids = shown.map(({ id }) => id)
      const spans = await readHiddenSpans(sql, ids, { from, until })
      const alarms = (await describeAlarms(services, shown)).map((alarm) => ({
        ...{ ...alarm, hiddenSpans: spans.get(alarm.id) ?? [] },
      }))
      return { alarms, isCut: found.length > maximumPastAlarms }
    })
    return { data }
  })
}
