import type { FastifyInstance } from 'fastify'
import { AppError, refusedField } from '#kit/model/errors.ts'
import { fieldError } from '#kit/model/field-errors.ts'
import { originOf } from '#kit/server/audit.ts'
import { serve } from '#kit/server/http/serve.ts'
import {
  confirmSecondFactor,
  disableSecondFactor,
  setUpSecondFactor,
} from '../../contract/profile.ts'
import {
  createAuthenticatorSecret,
  createRecoveryCodes,
  describeSecret,
  hashRecoveryCode,
  stepOfCode,
} from './authenticator-code.ts'
import { createOwnPasswordCheck } from '../passwords/own-password.ts'
import { readCredential } from '../passwords/credentials-store.ts'
import { openSecret, sealSecret } from './second-factor-secrets.ts'
import {
  confirmSecret,
  readSecondFactor,
  takeStep,
  writePendingSecret,
} from './second-factor-store.ts'
import type { SessionParts } from '../sign-in/sign-in-handlers.ts'
import { endSessions } from '../sessions/end-sessions.ts'
import { recordFailure } from '../sign-in/sign-in-failures-store.ts'
import { ownOrigin } from '../sign-in/sign-in-limits.ts'
import { lockUser } from '../users/users-store.ts'
import { removeSecondFactor } from './remove-second-factor.ts'

const isOtherMeanwhile = () =>
  new AppError('conflict', 'The second factor was set up elsewhere meanwhile; begin again')
const isOnAlready = () =>
  new AppError('conflict', 'The second factor is on already; switch it off first')

/** The calls that switch the own second factor on and off. */
export function registerSecondFactorRoutes(app: FastifyInstance, parts: SessionParts): void {
  const { services, tries } = parts
  const { sql, audit, keyring } = services
  const checkOwnPassword = createOwnPasswordCheck({ ...services, tries })

  serve(app, setUpSecondFactor, async ({ body, caller, request }) => {
    const { id, email } = await checkOwnPassword(
      caller.userId,
      request.ip,
      'password',
      body.password,
    )
    const secret = createAuthenticatorSecret()
    await sql.transaction().execute(async (transaction) => {
      if (!(await writePendingSecret(transaction, id, sealSecret(keyring, id, secret))))
        throw isOnAlready()
      const about = { entity: 'user', entityId: id, entityName: email } as const
      await audit(transaction, originOf(request), {
        action: 'profile.set-up-second-factor',
        ...about,
      })
    })
    return { data: describeSecret(secret, email, services.site.name) }
  })
  registerConfirmation(app, parts)
  serve(app, disableSecondFactor, async ({ body, caller, request }) => {
    const { id, email } = await checkOwnPassword(
      caller.userId,
      request.ip,
      'password',
      body.password,
    )
    await sql.transaction().execute(async (transaction) => {
      if (!(await removeSecondFactor(transaction, id)))
        throw new AppError('conflict', 'The second factor is not on')
      const about = { entity: 'user', entityId: id, entityName: email } as const
      const change = { before: { secondFactor: true }, after: { secondFactor: false } }
      await audit(transaction, originOf(request), {
        action: 'profile.disable-second-factor',
        ...about,
        ...change,
      })
    })
  })
}

function registerConfirmation(app: FastifyInstance, { services, life, tries }: SessionParts): void {
  const { sql, bus, clock, audit, keyring } = services
  serve(app, confirmSecondFactor, async ({ body: { code }, caller, request, reply }) => {
    const owner = await readCredential(sql, caller.userId)
    const factor = await readSecondFactor(sql, caller.userId)
    if (factor?.confirmed) throw isOnAlready()
    const secret = factor && openSecret(keyring, caller.userId, factor.secret)
    if (!owner || !factor || !secret)
      throw new AppError('conflict', 'Set the second factor up first')
    const { id, email } = owner
    const step = await tries(email, ownOrigin(request.ip), async (key) => {
      const found = stepOfCode(secret, code, clock())
      if (found === null) await recordFailure(sql, key, clock())
      return found
    })
    if (step === null) throw refusedField('code', fieldError('wrong_code'))
    const recoveryCodes = createRecoveryCodes()
    const { ended, handOver } = await sql.transaction().execute(async (transaction) => {
      await lockUser(transaction, id)
      if (!(await takeStep(transaction, id, step)))
        throw refusedField('code', fieldError('wrong_code'))
      if (
        !(await confirmSecret(
          transaction,
          id,
          factor.secret,
          recoveryCodes.map(hashRecoveryCode),
          clock(),
        ))
      )
        throw isOtherMeanwhile()
      // Whoever came in by the password alone has to show the second factor now.
      const others = await endSessions(transaction, id, caller.sessionId)
      const about = { entity: 'user', entityId: id, entityName: email } as const
      const change = {
        before: { secondFactor: false },
        after: { secondFactor: true, endedSessions: others.length },
      }
      await audit(transaction, originOf(request), {
        action: 'profile.enable-second-factor',
        ...about,
        ...change,
      })
      return { ended: others, handOver: await life.rotate(transaction, caller, request, reply) }
    })
    bus.emit('sessionsEnded', { sessionIds: ended })
    handOver()
    return { data: { recoveryCodes: [...recoveryCodes] } }
  })
}
