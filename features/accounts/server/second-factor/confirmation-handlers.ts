import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { AppError, refusedField } from '#kit/model/calls/errors.ts'
import { fieldError } from '#kit/model/calls/field-errors.ts'
import { originOf } from '#kit/server/audit.ts'
import { serve } from '#kit/server/http/serve.ts'
import type { DB } from '#kit/server/postgres-schema.ts'
import { confirmSecondFactor } from '../../contract/profile.ts'
import { readCredential, type Credential } from '../passwords/credentials-store.ts'
import { assertSession } from '../passwords/own-password.ts'
import type { AccountContext } from '../account-services.ts'
import { endSessions } from '../sessions/end-sessions.ts'
import { recordFailure } from '../sign-in/sign-in-failures-store.ts'
import { ownSource } from '../sign-in/attempt-limiter.ts'
import { aboutUser } from '../users/user-snapshot.ts'
import { lockUser } from '../users/users-store.ts'
import { createRecoveryCodes, hashRecoveryCode, stepOfCode } from './authenticator-code.ts'
import { openSecret } from './second-factor-secrets.ts'
import {
  confirmSecret,
  readSecondFactor,
  takeStep,
  type StoredSecret,
} from './second-factor-store.ts'

export const alreadyEnabled = () =>
  new AppError('conflict', 'The second factor is on already; switch it off first')
const isOtherMeanwhile = () =>
  new AppError('conflict', 'The second factor was set up elsewhere meanwhile; begin again')
const wrongCode = () => refusedField('code', fieldError('wrong_code'))

/** The call that switches the own second factor on. */
export function registerConfirmation(app: FastifyInstance, context: AccountContext): void {
  const { services, callers, sessions } = context
  const { sql, clock, audit } = services
  serve(app, confirmSecondFactor, async ({ body, caller, request, reply }) => {
    const { owner, secret, step } = await verifyCode(context, caller.userId, request.ip, body.code)
    const recoveryCodes = createRecoveryCodes()
    const { ended, sendToken } = await sql.transaction().execute(async (transaction) => {
      await lockUser(transaction, owner.id)
      await assertSession(transaction, caller.sessionId)
      if (!(await takeStep(transaction, owner.id, step))) throw wrongCode()
      const hashes = recoveryCodes.map(hashRecoveryCode)
      if (!(await confirmSecret(transaction, owner.id, secret, hashes, clock())))
        throw isOtherMeanwhile()
      // Whoever came in by the password alone has to show the second factor now.
      const others = await endSessions(transaction, owner.id, caller.sessionId)
      await audit(transaction, originOf(request), {
        action: 'profile.enable-second-factor',
        ...aboutUser(owner),
        before: { secondFactor: false },
        after: { secondFactor: true, endedSessions: others.length },
      })
      return {
        ended: others,
        sendToken: await sessions.rotate(transaction, caller, request, reply),
      }
    })
    callers.endSessions(ended)
    sendToken()
    return { data: { recoveryCodes: [...recoveryCodes] } }
  })
}

interface VerifiedCode {
  readonly owner: Credential
  readonly secret: StoredSecret
  /** Number of the 30-second step whose code it is. */
  readonly step: number
}

/** Tests a code of the secret that waits for its confirmation. 409 without one, 422 for others. */
async function verifyCode(
  { services: { sql, clock, keyring }, limitAttempts }: AccountContext,
  userId: number,
  address: string,
  code: string,
): Promise<VerifiedCode> {
  const { owner, secret } = await readPending(sql, userId)
  const opened = openSecret(keyring, userId, secret)
  if (!opened) throw notSetUp()
  const step = await limitAttempts(owner.email, ownSource(address), async (key) => {
    const found = stepOfCode(opened, code, clock())
    if (found === null) await recordFailure(sql, key, clock())
    return found
  })
  if (step === null) throw wrongCode()
  return { owner, secret, step }
}

const notSetUp = () => new AppError('conflict', 'Set the second factor up first')

async function readPending(sql: Kysely<DB>, userId: number) {
  const owner = await readCredential(sql, userId)
  const factor = await readSecondFactor(sql, userId)
  if (factor?.confirmed) throw alreadyEnabled()
  if (!owner || !factor) throw notSetUp()
  return { owner, secret: factor.secret }
}
