import type { FastifyInstance } from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import type { Sensor } from '#kit/model/sensor.ts'
import { PrebuiltJson } from '#kit/server/http/replies/replies.ts'
import { serve } from '#kit/server/http/serve.ts'
import { requirePast } from '#kit/server/past-moment.ts'
import { pastEvents, pastMoment, pastNearest, pastSpan, pastTrends } from '../contract/routes.ts'
import { deviceChanges } from './devices/device-states.ts'
import { eventsOf } from './events/events.ts'
import { expiredSensors } from './expired.ts'
import { trendsJson } from './minute-trends.ts'
import { momentOf } from './moment/moment.ts'
import { readLast, readNext } from './nearest/nearest-store.ts'
import { PastContext, type PastServices } from './past-context.ts'
import { readSpanPage } from './span/read-span-page.ts'

export { StoredOfflineReports } from './devices/offline-reports.ts'
export { startReportExpiry } from './devices/offline-reports-expiry.ts'
export { readingsAt } from './moment/readings-at.ts'

/** The room at any stored moment, and what happened between two. */
export const pastPlugin = fastifyPlugin(
  async (app: FastifyInstance, services: PastServices) => {
    const context = new PastContext(services)
    registerMoments(app, context)
    registerSteps(app, context)
  },
  { name: 'past', dependencies: ['accounts'] },
)

const held = <Data>(hold: (bytes: number) => void, data: Data): { data: Data } => {
  hold(JSON.stringify(data).length)
  return { data }
}

/** What the room shows at a moment, and while time goes on from it. */
function registerMoments(app: FastifyInstance, context: PastContext): void {
  const { catalogue, clock, reports, retained } = context.services

  serve(app, pastMoment, async ({ body: { sensors: ids, at }, caller, reply }) => {
    requirePast('at', at, clock())
    const { reader, hold } = await context.open(caller, reply)
    const sources = { reader, catalogue, reports, retained }
    const data = await context.ofVisible(
      caller,
      { ids, until: at },
      async ({ sensors, closed }) => ({
        ...(await momentOf(sources, sensors, at)),
        closed,
      }),
    )
    return held(hold, data)
  })

  serve(app, pastTrends, async ({ body, caller, reply }) => {
    const { sensors: ids, at, spanMs, columns } = body
    requirePast('at', at, clock())
    const { reader, hold } = await context.open(caller, reply)
    const columnMs = Math.max(1, Math.ceil(spanMs / columns))
    const span = { from: Math.max(0, at - spanMs), until: at, columnMs }
    const list = await context.ofVisible(caller, { ids, until: at }, ({ sensors }) => {
      const numeric = sensors.flatMap(({ id, type }) => (type === 'string' ? [] : [id]))
      // Thousands of numbers: written once, and not validated one by one.
      return trendsJson(reader, numeric, span, retained)
    })
    const pieces = [Buffer.from('{"data":'), ...list, Buffer.from('}')]
    hold(pieces.reduce((sum, { byteLength }) => sum + byteLength, 0))
    return new PrebuiltJson(pieces)
  })

  serve(app, pastSpan, async ({ body: { sensors: ids, ...span }, caller, reply }) => {
    const { from, until } = span
    requirePast('until', until, clock())
    const { reader, hold } = await context.open(caller, reply)
    const sources = { reader, catalogue, reports, retained }
    const data = await context.ofVisible(caller, { ids, until }, async ({ sensors, closed }) => {
      const expired = expiredSensors(retained, idsOf(sensors), from)
      const page = await readSpanPage(reader, sensors, span, expired)
      return { ...page, devices: await deviceChanges(sources, sensors, page), closed }
    })
    return held(hold, data)
  })
}

/** Where something happened before or after a moment. */
function registerSteps(app: FastifyInstance, context: PastContext): void {
  const { catalogue, clock, alarms, retained } = context.services

  serve(app, pastNearest, async ({ body: { sensors: ids, at, backwards }, caller, reply }) => {
    requirePast('at', at, clock())
    const { reader } = await context.open(caller, reply)
    const now = clock()
    const until = backwards ? at : now
    const found = await context.ofVisible(caller, { ids, until }, ({ sensors }) => {
      const visible = idsOf(sensors)
      const expired = expiredSensors(retained, visible, at)
      return backwards
        ? readLast(reader, visible, at, expired)
        : readNext(reader, visible, { at, now, expired })
    })
    return { data: { at: found } }
  })

  serve(app, pastEvents, async ({ body: { sensors: ids, ...request }, caller, reply }) => {
    const { reader, hold } = await context.open(caller, reply)
    const asked = { ...request, now: clock() }
    const data = await context.ofVisible(caller, { ids, until: request.until }, ({ sensors }) =>
      eventsOf({ reader, catalogue, alarms }, sensors, asked),
    )
    return held(hold, data)
  })
}

const idsOf = (sensors: readonly Sensor[]) => sensors.map(({ id }) => id)
