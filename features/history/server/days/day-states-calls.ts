import type { FastifyInstance, FastifyReply } from 'fastify'
import { dayAt } from '#kit/model/time/period.ts'
import type { Sensor } from '#kit/model/sensor.ts'
import type { Catalogue, CatalogueDevice } from '#kit/server/catalogue.ts'
import { ofOpenSensors } from '#kit/server/of-open-sensors.ts'
import { serve } from '#kit/server/http/serve.ts'
import { kioskCalls, visibleSensors, type Viewer } from '#kit/server/kiosks.ts'
import { requirePast } from '#kit/server/past-moment.ts'
import { kioskStatesOfToday, statesOfToday } from '../../contract/states-routes.ts'
import type { HistoryContext } from '../history-context.ts'
import { dayStates } from './day-states.ts'

interface DayQuery {
  readonly sensors: readonly number[]
  /** A moment of the requested day, ms UTC; undefined: today. */
  readonly at?: number | undefined
  /** A moment of the past, ms UTC: its day counts up to and including it. */
  readonly until?: number | undefined
}

/** The calls about the day of lamps and detectors: of people, and of those who have a link. */
export function registerDayStates(app: FastifyInstance, context: HistoryContext): void {
  const { catalogue, clock, timezone, kiosks } = context.services
  const states = async (
    viewer: Viewer,
    { sensors: ids, ...asked }: DayQuery,
    reply: FastifyReply,
  ) => {
    if (asked.until !== undefined) requirePast('until', asked.until, clock())
    const { reader, hold } = await context.begin(viewer.caller, reply)
    const { range, end } = rangeOf(asked, timezone, clock())
    const judge = () => ({ sensors: visibleSensors(catalogue, viewer, ids).filter(hasStates) })
    const data = await ofOpenSensors(judge, async ({ sensors }) => {
      const devices = devicesOf(catalogue, sensors)
      await Promise.all(devices.map((device) => context.flush(device, range)))
      const activity = async (device: CatalogueDevice) => ({
        deviceId: device.id,
        activity: await context.activityOf(reader, device, range)(),
      })
      const activities = Promise.all(devices.map(activity))
      const [found, active] = await Promise.all([dayStates(reader, sensors, range), activities])
      return {
        ...range,
        to: asked.until ?? range.to,
        until: end,
        sensors: found,
        devices: active,
      }
    })
    hold(JSON.stringify(data).length)
    return { data }
  }
  serve(app, statesOfToday, ({ body, caller, reply }) => states({ caller }, body, reply))
  const byLink = kioskCalls(kiosks)
  serve(app, kioskStatesOfToday, byLink.options, ({ body, request, reply }) =>
    states(byLink.accessOf(request), body, reply),
  )
}

const hasStates = ({ type }: Sensor) => type === 'lamp' || type === 'detector'

function devicesOf(catalogue: Catalogue, sensors: readonly Sensor[]): CatalogueDevice[] {
  return [...new Set(sensors.map(({ deviceId }) => deviceId))].flatMap(
    (id) => catalogue.deviceById(id) ?? [],
  )
}

/** The part of the day that is counted, and when that day ends, ms UTC. */
function rangeOf({ at, until }: Omit<DayQuery, 'sensors'>, timezone: string, now: number) {
  const { from, to: end } = dayAt(until ?? at ?? now, timezone)
  // What was read at the moment itself counts.
  const last = until === undefined ? now : until + 1
  return { range: { from, to: Math.max(from + 1, Math.min(end, last)) }, end }
}
