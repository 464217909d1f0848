import type { FastifyInstance } from 'fastify'
import { AppError } from '#kit/model/calls/errors.ts'
import { periodRange } from '#kit/model/time/period.ts'
import { serve } from '#kit/server/http/serve.ts'
import { kioskCalls, visibleSensors } from '#kit/server/kiosks.ts'
import { kioskMedianOfToday } from '../../contract/kiosk.ts'
import type { HistoryContext } from '../history-context.ts'
import { medianOf } from './report.ts'

/** The one figure of history that widgets show to those who have a link. */
export function registerKioskMedian(app: FastifyInstance, context: HistoryContext): void {
  const { catalogue, clock, timezone, kiosks, retained } = context.services
  const byLink = kioskCalls(kiosks)
  serve(app, kioskMedianOfToday, byLink.options, async ({ body, request, reply }) => {
    const access = byLink.accessOf(request)
    const { reader } = await context.begin(access.caller, reply)
    const openSensor = () => {
      const [sensor] = visibleSensors(catalogue, access, [body.sensor])
      const device = sensor && catalogue.deviceById(sensor.deviceId)
      if (!device || sensor.type !== 'analog')
        throw new AppError('not_found', 'There is no such sensor on the board')
      return { sensor, device }
    }
    const { sensor, device } = openSensor()
    const range = periodRange('today', timezone, clock())
    await context.flush(device, range)
    const median = await medianOf(reader, { sensorId: sensor.id, ...range }, retained)
    openSensor()
    return { data: { from: range.from, timezone, median } }
  })
}
