import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError, refusedField } from '#kit/model/calls/errors.ts'
import { fieldError } from '#kit/model/calls/field-errors.ts'
import { originOf } from '#kit/server/audit.ts'
import { FileReply } from '#kit/server/http/replies.ts'
import { serve } from '#kit/server/http/serve.ts'
import { SerialQueue } from '#kit/server/process/serial-queue.ts'
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
import { lockManageable } from '../users/users-handlers.ts'
import { deleteUser } from '../users/users-store.ts'
import { exportFile } from './export-file.ts'

/** An export reads every table: no address asks for many. */
const exportRate = { max: 10, timeWindow: '1 minute' }

/** What is stored about people: its export, and its erasure for the law's sake. */
export function registerPersonalDataRoutes(app: FastifyInstance, context: AccountContext): void {
  const { services } = context
  const makeFile = async (id: number, request: FastifyRequest, isOwn: boolean) => {
    const { sql, audit, clock, personalData } = services
    const person = await readPerson(sql, id)
    if (!person) throw new AppError('not_found', 'There is no such account')
    const content = await exportFile(await personalData.read(sql, person), new Date(clock()))
    await sql.transaction().execute((transaction) =>
      audit(transaction, originOf(request), {
        action: isOwn ? 'profile.export-data' : 'user.export-data',
        ...aboutUser(person),
      }),
    )
    return new FileReply(content, { isStored: false })
  }
  // Files are made in memory: one at a time.
  const files = new SerialQueue()
  const options = { rateLimit: exportRate }
  serve(app, exportPersonalData, options, ({ params, request }) =>
    files.run(() => makeFile(params.id, request, false)),
  )
  serve(app, exportOwnPersonalData, options, ({ caller, request }) =>
    files.run(() => makeFile(caller.userId, request, true)),
  )
  registerErasure(app, context)
}

function registerErasure(app: FastifyInstance, { services, callers }: AccountContext): void {
  serve(app, erasePerson, async (call) => {
    const { params, body, caller, request } = call
    const erased = await services.sql.transaction().execute(async (transaction) => {
      const user = await lockManageable(transaction, params.id, caller)
      if (body.name.trim() !== user.name.trim())
        throw refusedField('name', fieldError('other_name'))
      await assertMayRevokeAccess(transaction, caller, user)
      const announce = await takeOver(services, transaction, call, user)
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
