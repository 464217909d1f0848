import type { FastifyInstance } from 'fastify'
import { AppError } from '#kit/model/calls/errors.ts'
import { passesGate } from '#kit/model/gate.ts'
import { warRoomGate } from '#kit/model/permission.ts'
import { originOf } from '#kit/server/audit.ts'
import type { Caller } from '#kit/server/caller.ts'
import { requireOpenDevice } from '#kit/server/catalogue.ts'
import { disconnectSignal } from '#kit/server/http/replies/disconnect-signal.ts'
import { serve } from '#kit/server/http/serve.ts'
import { createReport, deviceActivity } from '../contract/routes.ts'
import type { ExportContext } from './export-context.ts'
import { allowedReport } from './jobs/allowed-request.ts'

/** New reports that one address may ask for. */
const createRate = { max: 60, timeWindow: '1 minute' }

/** The calls about printable reports. */
export function registerReports(app: FastifyInstance, context: ExportContext): void {
  const { services } = context
  const { sql, accounts, catalogue, telemetry, writer, reports } = services

  serve(app, createReport, { rateLimit: createRate }, async ({ body, caller, request }) => {
    requireWarRoom(caller)
    const person = await accounts.person(sql, caller.userId)
    const allowed = await allowedReport(services, caller, {
      ...{ asked: body, madeBy: person?.name ?? '' },
    })
    return { data: await context.create(caller, originOf(request), allowed) }
  })

  serve(app, deviceActivity, async ({ body: { things, from, to }, caller, reply }) => {
    requireWarRoom(caller)
    const devices = [...new Set(things)].map((each) => requireOpenDevice(catalogue, caller, each))
    const reader = telemetry.readerFor(caller.sessionId, disconnectSignal(reply))
    const data = []
    for (const { id, lesiId: thing, name } of devices) {
      await writer.flush({ sensorIds: catalogue.sensorsOf(id).map((each) => each.id), to })
      data.push({ thing, name, activity: await reports.activity(reader, id, { from, to }) })
    }
    // Others may have had their turn first: what was closed meanwhile is not sent.
    for (const { lesiId } of devices) requireOpenDevice(catalogue, caller, lesiId)
    return { data }
  })
}

/** A report shows what the war room shows: one permission does not bring the other. */
export function requireWarRoom(caller: Caller): void {
  if (!passesGate(warRoomGate, caller))
    throw new AppError('forbidden', 'A report shows what is open in the war room alone')
}
