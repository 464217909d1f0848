import type { FastifyInstance } from 'fastify'
import type { Sensor } from '#kit/model/sensor.ts'
import { serve } from '#kit/server/http/serve.ts'
import { visibleSensors } from '#kit/server/kiosks.ts'
import { ofOpenSensors } from '#kit/server/of-open-sensors.ts'
import { alarmSpans, maximumSpans, type RuleLimit } from '../../contract/spans.ts'
import { describeAlarms } from './describe.ts'
import type { AlarmCallServices } from './services.ts'
import { readSpans } from './spans-store.ts'

/** The call that charts mark alarms by. */
export function registerAlarmSpans(app: FastifyInstance, services: AlarmCallServices): void {
  const { sql, catalogue } = services
  serve(app, alarmSpans, async ({ body: { sensors: asked, from, to }, caller }) => {
    const judge = () => ({ sensors: visibleSensors(catalogue, { caller }, asked) })
    const data = await ofOpenSensors(judge, async ({ sensors }) => {
      const found = await readSpans(sql, {
        sensorIds: sensors.map(({ id }) => id),
        deviceIds: [...new Set(sensors.map(({ deviceId }) => deviceId))],
        ...{ from, to, limit: maximumSpans + 1 },
      })
      const shown = found.slice(0, maximumSpans).toReversed()
      const isCut = found.length > maximumSpans
      const limits = sensors.flatMap((sensor) => limitsOf(services, sensor))
      return { alarms: await describeAlarms(services, shown), isCut, limits }
    })
    return { data }
  })
}

/** Limits that rules name; the sensor's own are those of the sensor. */
function limitsOf({ alarms }: AlarmCallServices, sensor: Sensor): RuleLimit[] {
  return alarms.rules.index.rulesOf(sensor).flatMap(({ origin, name, condition, priority }) =>
    condition.kind === 'limit' && condition.limit !== null
      ? [
          {
            ...{ sensorId: sensor.id, id: Number(origin), name, priority },
            ...{ level: condition.level, limit: condition.limit },
          },
        ]
      : [],
  )
}
