import type { FastifyInstance } from 'fastify'
import { AppError } from '#kit/model/calls/errors.ts'
import { originOf } from '#kit/server/audit.ts'
import { serve } from '#kit/server/http/serve.ts'
import {
  acknowledgeAlarms,
  assignAlarms,
  commentAlarm,
  resetAlarms,
} from '../../contract/routes.ts'
import type { StoredAlarm } from '../register/alarm-row.ts'
import type { AlarmChanges } from '../register/changes.ts'
import { openTo, record, type OperatorRequest } from './operator-request.ts'
import type { AlarmCallServices } from './services.ts'

interface Outcome {
  readonly done: number[]
  readonly refused: { readonly id: number; readonly reason: string }[]
}

/** The calls by which people acknowledge alarms, reset them and write beside them. */
export function registerOperatorCalls(app: FastifyInstance, services: AlarmCallServices): void {
  const { clock } = services

  serve(app, acknowledgeAlarms, async ({ caller, body: { ids, comment }, request }) => {
    const work = { ids, caller, comment, origin: originOf(request) }
    const { userId } = caller
    return {
      data: await onEach(services, { ...work, action: 'alarm.acknowledge' }, (changes, alarm) =>
        changes.step(
          alarm,
          { type: 'acknowledge' },
          { type: 'acknowledged', userId, comment },
          { acknowledgedAt: clock(), acknowledgedBy: userId, acknowledgement: comment },
        ),
      ),
    }
  })

  serve(app, resetAlarms, async ({ caller, body: { ids, comment }, request }) => {
    const work = { ids, caller, comment, origin: originOf(request) }
    const { userId } = caller
    return {
      data: await onEach(services, { ...work, action: 'alarm.reset' }, (changes, alarm) =>
        changes.step(alarm, { type: 'reset' }, { type: 'reset', userId, comment }),
      ),
    }
  })

  serve(app, assignAlarms, async ({ caller, body: { ids, isMine }, request }) => {
    const work = { ids, caller, comment: isMine ? 'taken on' : 'given back' }
    const { userId } = caller
    const origin = originOf(request)
    return {
      data: await onEach(
        services,
        { ...work, origin, action: 'alarm.assign' },
        (changes, alarm) => {
          if (!isMine && changes.of(alarm)?.assignedTo !== userId) return 'not_assigned'
          const note = { type: 'assigned', userId, comment: isMine ? '+' : '-' } as const
          changes.annotate(alarm, note, { assignedTo: isMine ? userId : null })
          return null
        },
      ),
    }
  })

  serve(app, commentAlarm, async ({ caller, params: { id }, body: { comment }, request }) => {
    const work = { ids: [id], caller, comment, origin: originOf(request) }
    const { userId } = caller
    const { done } = await onEach(
      services,
      { ...work, action: 'alarm.comment' },
      (changes, alarm) => {
        changes.annotate(alarm, { type: 'commented', userId, comment })
        return null
      },
    )
    if (done.length === 0) throw new AppError('not_found', 'There is no such open alarm')
    return { data: { id } }
  })
}

/** Does something to each alarm that is open to the caller, with one entry in the audit. */
async function onEach(
  services: AlarmCallServices,
  work: OperatorRequest,
  act: (changes: AlarmChanges, alarm: StoredAlarm) => string | null,
): Promise<Outcome> {
  const done: StoredAlarm[] = []
  const refused: Outcome['refused'] = []
  await services.alarms.register.change(
    (changes) => {
      for (const id of new Set(work.ids)) {
        const alarm = openTo(services, work.caller, id)
        const reason = alarm ? act(changes, alarm) : 'not_found'
        if (reason === null && alarm) done.push(alarm)
        else refused.push({ id, reason: reason ?? 'not_found' })
      }
    },
    (transaction) => record(services, transaction, done, work),
  )
  return { done: done.map(({ id }) => id), refused }
}
