import type { FastifyInstance } from 'fastify'
import { AppError } from '#kit/model/calls/errors.ts'
import { fieldError } from '#kit/model/calls/field-errors.ts'
import { passesGate } from '#kit/model/gate.ts'
import { scadaGate } from '#kit/model/permission.ts'
import { originOf } from '#kit/server/audit.ts'
import { serve } from '#kit/server/http/serve.ts'
import { shelveAlarms, takeOutOfService, unshelve } from '../../contract/routes.ts'
import { keyOf, type PointName } from '../evaluation/evaluated-point.ts'
import { beginShelves, endShelf } from '../register/shelving.ts'
import { nameOf, openTo, record, requirePoint, requireSource } from './operator-request.ts'
import type { AlarmCallServices } from './services.ts'

/** The calls by which people hide sources of alarms, and show them again. */
export function registerShelvingCalls(app: FastifyInstance, services: AlarmCallServices): void {
  const { catalogue, clock, alarms } = services

  serve(app, shelveAlarms, async ({ caller, body, request }) => {
    const { isOneShot, reason } = body
    const now = clock()
    const until = await endOf(services, body, now)
    // Until the end of the next shift the source would be hidden hours longer than was read.
    if (body.shiftEnd !== null && body.shiftEnd !== until)
      return { data: { done: [], refused: body.ids.map((id) => ({ id, reason: 'shift_over' })) } }
    const found = [...new Set(body.ids)].flatMap((id) => openTo(services, caller, id) ?? [])
    const shelves = found.map(({ origin, deviceId, sensorId }) => ({
      ...{ origin, deviceId, sensorId, kind: 'shelved' as const, until, isOneShot, reason },
      ...{ userId: caller.userId, at: now },
    }))
    const among = (begun: readonly PointName[]) => {
      const keys = new Set(begun.map(keyOf))
      return found.filter((alarm) => keys.has(keyOf(alarm)))
    }
    const begun = await beginShelves(alarms, shelves, (transaction, some) =>
      record(services, transaction, among(some), {
        ...{ ids: body.ids, caller, origin: originOf(request), action: 'alarm.shelve' },
        comment: `until ${until === null ? 'it has passed' : isoText(until)}: ${reason}`,
      }),
    )
    const done = among(begun).map(({ id }) => id)
    const refused = body.ids.filter((id) => !done.includes(id))
    const reasonOf = (id: number) => {
      const alarm = found.find((each) => each.id === id)
      const isOut = alarm && alarms.open.shelfOf(alarm)?.kind === 'out_of_service'
      return alarm && !isOut && isOneShot ? 'not_present' : 'not_found'
    }
    return { data: { done, refused: refused.map((id) => ({ id, reason: reasonOf(id) })) } }
  })

  serve(app, takeOutOfService, async ({ caller, body, request }) => {
    const point = requirePoint(services, caller, body)
    const shelf = {
      ...{ ...point, kind: 'out_of_service' as const, until: null, isOneShot: false },
      ...{ reason: body.reason, userId: caller.userId, at: clock() },
    }
    await beginShelves(alarms, [shelf], (transaction) =>
      services.audit(transaction, originOf(request), {
        ...{ action: 'alarm.out-of-service', entity: 'alarm', ...nameOf(catalogue, point) },
        after: { reason: body.reason },
      }),
    )
    return { data: { isShown: false } }
  })

  serve(app, unshelve, async ({ caller, body, request }) => {
    const point = requireSource(services, caller, body)
    const isOut = alarms.open.shelfOf(point)?.kind === 'out_of_service'
    if (isOut && !passesGate(scadaGate, caller))
      throw new AppError('forbidden', 'Only those who may take it out of service return it')
    const isShown = await endShelf(alarms, point, caller.userId, (transaction) =>
      services.audit(transaction, originOf(request), {
        ...{ action: 'alarm.unshelve', entity: 'alarm', ...nameOf(catalogue, point) },
      }),
    )
    if (!isShown) throw new AppError('not_found', 'This source is not shelved')
    return { data: { isShown } }
  })
}

interface AskedTime {
  readonly minutes: number | null
  readonly shiftEnd: number | null
}

/** When a shelf ends, ms UTC; null: with the alarm. */
async function endOf(
  { shiftEnd }: AlarmCallServices,
  { minutes, shiftEnd: named }: AskedTime,
  now: number,
): Promise<number | null> {
  if (minutes !== null) return now + minutes * 60_000
  if (named === null) return null
  const end = await shiftEnd(now)
  if (end === null)
    throw new AppError('invalid', 'The site has no shifts', {
      errors: { shiftEnd: [fieldError('not_accepted')] },
    })
  return end
}

const isoText = (time: number) => new Date(time).toISOString()
