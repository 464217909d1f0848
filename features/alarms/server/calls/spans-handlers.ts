import type { FastifyInstance } from 'fastify'
import { serve } from '#kit/server/http/serve.ts'
import { alarmSpans, maximumSpans, type RuleLimit } from '../../contract/spans.ts'
import { describeAlarms } from './describe.ts'
import type { AlarmCallServices } from './services.ts'
import { readSpans } from './spans-store.ts'

/** The call that charts mark alarms by. */
export function registerAlarmSpans(app: FastifyInstance, services: AlarmCallServices): void {
  const { sql, catalogue } = services
  serve(app, alarmSpans, async ({ body: { sensors, from, to }, caller }) => {
    const sensorIds = sensors.filter((id) => catalogue.maySeeSensor(caller, id))
    const devices = sensorIds.map((id) => catalogue.sensor(id)?.deviceId ?? 0)
    const found = await readSpans(sql, {
      ...{ sensorIds, deviceIds: [...new Set(devices)], from, to, limit: maximumSpans + 1 },
    })
    const shown = found.slice(0, maximumSpans).toReversed()
    const isCut = found.length > maximumSpans
    const limits = sensorIds.flatMap((id) => limitsOf(services, id))
    return { data: { alarms: await describeAlarms(services, shown), isCut, limits } }
  })
}

/** Limits that rules name; the sensor's own are those of the sensor. */
function limitsOf({ alarms, catalogue }: AlarmCallServices, sensorId: number): RuleLimit[] {
  const sensor = catalogue.sensor(sensorId)
  if (!sensor) return []
  return alarms.rules.index.rulesOf(sensor).flatMap(({ origin, name, condition, priority }) =>
    condition.kind === 'limit' && condition.limit !== null
      ? [
          {
            ...{ sensorId, id: Number(origin), name, priority },
            ...{ level: condition.level, limit: condition.limit },
          },
        ]
      : [],
  )
}
