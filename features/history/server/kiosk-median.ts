import type { FastifyInstance, FastifyReply } from 'fastify'
import { AppError } from '#kit/model/calls/errors.ts'
import { periodRange, type Range } from '#kit/model/time/period.ts'
import type { Caller } from '#kit/server/caller.ts'
import type { Catalogue, CatalogueDevice } from '#kit/server/catalogue.ts'
import type { PersonalReader } from '#kit/server/clickhouse/telemetry.ts'
import type { Clock } from '#kit/server/clock.ts'
import { serve } from '#kit/server/http/serve.ts'
import type { RetainedReadings } from '#kit/server/readings/retained-readings.ts'
import { kioskCalls, sensorsInSight, type Kiosks } from '#kit/server/kiosks.ts'
import { kioskMedianOfToday } from '../contract/kiosk.ts'
import { medianOf } from './report.ts'

interface Services {
  readonly catalogue: Catalogue
  readonly clock: Clock
  readonly timezone: string
  readonly kiosks: Kiosks
  readonly retained: RetainedReadings
}

interface Means {
  readonly begin: (
    caller: Caller,
    reply: FastifyReply,
  ) => Promise<{ readonly reader: PersonalReader }>
  readonly flush: (device: CatalogueDevice, range: Range) => Promise<unknown>
}

/** The one figure of history that widgets show to those who have a link. */
export function registerKioskMedian(
  app: FastifyInstance,
  { catalogue, clock, timezone, kiosks, retained }: Services,
  { begin, flush }: Means,
): void {
  const byLink = kioskCalls(kiosks)
  serve(app, kioskMedianOfToday, byLink.options, async ({ body, request, reply }) => {
    const access = byLink.accessOf(request)
    const [sensor] = sensorsInSight(catalogue, access, [body.sensor])
    const device = sensor && catalogue.deviceById(sensor.deviceId)
    if (!device || sensor.type !== 'analog')
      throw new AppError('not_found', 'There is no such sensor on the board')
    const range = periodRange('today', timezone, clock())
    const { reader } = await begin(access.caller, reply)
    await flush(device, range)
    const median = await medianOf(reader, { sensorId: sensor.id, ...range }, retained)
    return { data: { from: range.from, timezone, median } }
  })
}
