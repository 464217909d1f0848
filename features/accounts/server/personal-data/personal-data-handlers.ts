import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError, refusedField } from '#kit/model/calls/errors.ts'
import { fieldError } from '#kit/model/calls/field-errors.ts'
import { passesGate } from '#kit/model/gate.ts'
import { administratorGate, type Gate } from '#kit/model/permission.ts'
import { isTypedName } from '#kit/model/text/typed-name.ts'
import { originOf } from '#kit/server/audit.ts'
import type { Caller } from '#kit/server/caller.ts'
import { disconnectSignal } from '#kit/server/http/replies/disconnect-signal.ts'
import { FileReply } from '#kit/server/http/replies/replies.ts'
import { serve } from '#kit/server/http/serve.ts'
import { KeyedQueues } from '#kit/server/process/serial-queue.ts'
import {
  erasePerson,
  exportOwnPersonalData,
  exportPersonalData,
} from '../../contract/personal-data.ts'
import type { AccountContext } from '../account-services.ts'
import { endSessions } from '../sessions/end-sessions.ts'
import { assertMayRevokeAccess, takeOver } from '../users/access-handlers.ts'
import { readPerson } from '../users/accounts-store.ts'
import { aboutUser } from '../users/user-snapshot.ts'
import { lockManageable } from '../users/lock-manageable.ts'
import { deleteUser } from '../users/users-store.ts'
import { exportFile } from './export-file.ts'

/** An export reads every table: no address asks for many. */
const exportRate = { max: 10, timeWindow: '1 minute' }
/** Those that wait, and the one that is made. */
const maximumAtOnce = 20

/** What is stored about people: its export, and its erasure for the law's sake. */
export function registerPersonalDataRoutes(app: FastifyInstance, context: AccountContext): void {
  // Files are made in memory: one at a time.
  const files = new KeyedQueues<'all'>(maximumAtOnce, tooMany)
  const options = { rateLimit: exportRate }
  serve(app, exportPersonalData, options, ({ params, ...call }) => {
    const assertAllowed = allowance(context, call, exportPersonalData.gate)
    const what = { id: params.id, action: 'user.export-data' } as const
    return files.run('all', () => makeFile(context, call.request, what, assertAllowed))
  })
  serve(app, exportOwnPersonalData, options, (call) => {
    const assertAllowed = allowance(context, call, exportOwnPersonalData.gate)
    const what = { id: call.caller.userId, action: 'profile.export-data' } as const
    return files.run('all', () => makeFile(context, call.request, what, assertAllowed))
  })
  registerErasure(app, context)
}

const tooMany = () =>
  new AppError('too_many_requests', 'Others have exports of personal data made now', {
    retryAfterSeconds: 10,
  })

interface Call {
  readonly caller: Caller
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

/**
 * Returns a function that throws when the caller of an export has left, or may not have it any
 * more: it waits for others, and takes long by itself.
 */
function allowance(
  { callers }: AccountContext,
  { caller, reply }: Call,
  gate: Gate,
): () => Promise<void> {
  const signal = disconnectSignal(reply, null)
  return async () => {
    signal.throwIfAborted()
    const now = await callers.callerOfSession(caller.sessionId)
    if (!now) throw new AppError('unauthenticated', 'The session has ended')
    if (!passesGate(gate, now))
      throw new AppError('forbidden', 'Your role does not allow this any more')
  }
}

interface Export {
  /** Of the person whom it is about. */
  readonly id: number
  readonly action: 'user.export-data' | 'profile.export-data'
}

async function makeFile(
  { services: { sql, audit, clock, personalData } }: AccountContext,
  request: FastifyRequest,
  { id, action }: Export,
  assertAllowed: () => Promise<void>,
): Promise<FileReply> {
  await assertAllowed()
  const person = await readPerson(sql, id)
  if (!person) throw new AppError('not_found', 'There is no such account')
  const content = await exportFile(await personalData.read(sql, person), new Date(clock()))
  await assertAllowed()
  await sql
    .transaction()
    .execute((transaction) =>
      audit(transaction, originOf(request), { action, ...aboutUser(person) }),
    )
  return new FileReply(content, { isStored: false })
}

function registerErasure(app: FastifyInstance, { services, callers }: AccountContext): void {
  serve(app, erasePerson, async (call) => {
    const { params, body, caller, request } = call
    const erased = await services.sql.transaction().execute(async (transaction) => {
      const passage = { gate: administratorGate, now: services.clock() }
      const managed = await lockManageable(transaction, params.id, caller, passage)
      const { user } = managed
      if (!isTypedName(body.name, user.name)) throw refusedField('name', fieldError('other_name'))
      await assertMayRevokeAccess(transaction, managed)
      const announce = await takeOver(services, transaction, request, managed)
      const ended = await endSessions(transaction, user.id)
      await services.personalData.erase(transaction, originOf(request), user)
      await deleteUser(transaction, user.id)
      return { announce, ended }
    })
    callers.endSessions(erased.ended)
    await callers.changeRights([params.id])
    erased.announce()
  })
}
