import type { FastifyInstance } from 'fastify'
import { monthAt } from '#kit/model/time/period.ts'
import { serve } from '#kit/server/http/serve.ts'
import { daysWithReadings } from '../../contract/days.ts'
import type { HistoryContext } from '../history-context.ts'
import { readDays } from './days-store.ts'

/** On which days a sensor has readings. */
export function registerDays(app: FastifyInstance, context: HistoryContext): void {
  const { timezone } = context.services
  serve(app, daysWithReadings, async ({ body, caller, reply }) => {
    const { reader } = await context.begin(caller, reply)
    const visible = context.visibleSensor(caller, body.thing, body.sensor)
    const [device, { id: sensorId }] = visible
    const month = monthAt(body.at, timezone)
    await context.flush(device, month)
    const data = await readDays(reader, { sensorId, ...month }, timezone)
    return context.whileOpen(caller, visible, { data })
  })
}
