import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Range } from '#kit/model/time/period.ts'
import type { Sensor } from '#kit/model/sensor.ts'
import type { Caller } from '#kit/server/caller.ts'
import { serve } from '#kit/server/http/serve.ts'
import {
  correlationOfSensors,
  distributionBySensor,
  figuresBySensor,
  resetReportCookies,
} from '../../contract/analysis.ts'
import type { HistoryContext } from '../history-context.ts'
import { figuresOf } from '../reports/figures.ts'
import { correlationOf } from './correlation.ts'
import { distributionOf } from './distribution.ts'

/** Figures, distributions and correlations: on demand, as they take longer than a chart. */
export function registerAnalysis(app: FastifyInstance, context: HistoryContext): void {
  const { clock, retained } = context.services
  const prepare = async (
    { thing, sensor: key, ...range }: { thing: string; sensor: string } & Range,
    caller: Caller,
    reply: FastifyReply,
  ) => {
    const { reader } = await context.begin(caller, reply)
    const visible = context.visibleSensor(caller, thing, key)
    const [device, sensor] = visible
    await context.flush(device, range)
    const activity = context.activityOf(reader, device, range)
    const request = { ...range, sensor, retained, activity, now: clock() }
    const answer = <Found extends object>(found: Found) =>
      context.whileOpen(caller, visible, { data: { ...found, ...range, sensor } })
    return { reader, request, answer }
  }

  serve(app, figuresBySensor, async ({ body, caller, reply }) => {
    const { reader, request, answer } = await prepare(body, caller, reply)
    return answer(await figuresOf(reader, request))
  })

  serve(app, distributionBySensor, async ({ body, caller, reply }) => {
    const { reader, request, answer } = await prepare(body, caller, reply)
    return answer(await distributionOf(reader, request))
  })

  serve(app, correlationOfSensors, async ({ body, caller, reply }) => {
    const { reader } = await context.begin(caller, reply)
    const { x, y, ...range } = body
    const found = [x, y].map(({ thing, sensor }) => context.visibleSensor(caller, thing, sensor))
    for (const [device] of found) await context.flush(device, range)
    const [sensorX, sensorY] = found.map(([, sensor]) => sensor) as [Sensor, Sensor]
    const correlation = await correlationOf(reader, { x: sensorX, y: sensorY, ...range, retained })
    for (const visible of found) context.whileOpen(caller, visible, null)
    return { data: { ...correlation, ...range, sensors: { x: sensorX, y: sensorY } } }
  })

  // Choices of reports are in the address of the page; a former website kept them in cookies.
  serve(app, resetReportCookies, async ({ request, reply }) => {
    const removed = Object.keys(request.cookies).filter((name) => name.startsWith('report'))
    for (const name of removed) reply.clearCookie(name, { path: '/' })
    return { data: { removed } }
  })
}
