import type { FastifyInstance } from 'fastify'
import { AppError, refusedField } from '#kit/model/errors.ts'
import { fieldError } from '#kit/model/field-errors.ts'
import { originOf } from '#kit/server/audit.ts'
import { FileReply, serve } from '#kit/server/http/serve.ts'
import {
  avatarBytesLimit,
  avatarFile,
  changeAvatar,
  changePassword,
  readProfile,
  updateProfile,
  type Profile,
} from '../../contract/profile.ts'
import { avatarName, makeAvatar } from './avatar.ts'
import { readAvatar, writeAvatar } from './avatars-store.ts'
import { assertAcceptable } from '../passwords/new-password.ts'
import { createOwnPasswordCheck } from '../passwords/own-password.ts'
import { hashPassword } from '../passwords/password.ts'
import { replacePassword } from '../passwords/replace-password.ts'
import { countRecoveryCodes } from '../second-factor/second-factor-store.ts'
import type { SessionParts } from '../sign-in/sign-in-handlers.ts'
import { userSnapshot } from '../users/user-snapshot.ts'
import { readUser, updateUser, type UserRow } from '../users/users-store.ts'

/** A file of the largest size in base64, and the JSON around it. */
const avatarBodyLimit = Math.ceil(avatarBytesLimit / 3) * 4 + 1024
/** Pictures that one address may have converted. */
const avatarRate = { max: 30, timeWindow: '1 minute' }

/** The calls about the own name, picture and password. */
export function registerProfileRoutes(app: FastifyInstance, parts: SessionParts): void {
  const { sql, audit } = parts.services

  async function userOf(userId: number): Promise<UserRow> {
    const user = await readUser(sql, userId)
    if (!user) throw new AppError('unauthenticated', 'Sign in first')
    return user
  }

  async function profileOf(userId: number): Promise<Profile> {
    const recoveryCodesLeft = await countRecoveryCodes(sql, userId)
    return { ...(await userOf(userId)), recoveryCodesLeft }
  }

  serve(app, readProfile, async ({ caller }) => ({ data: await profileOf(caller.userId) }))
  serve(app, updateProfile, async ({ body, caller, request }) => {
    const before = await userOf(caller.userId)
    const { id, email } = before
    const { version, ...after } = body
    await sql.transaction().execute(async (transaction) => {
      if (!(await updateUser(transaction, id, version, after))) {
        throw new AppError('conflict', 'The profile was changed elsewhere meanwhile; load it again')
      }
      const about = {
        action: 'profile.update',
        entity: 'user',
        entityId: id,
        entityName: email,
      } as const
      await audit(transaction, originOf(request), {
        ...about,
        before: userSnapshot(before, after),
        after,
      })
    })
    return { data: await profileOf(id) }
  })
  serve(
    app,
    changeAvatar,
    { bodyLimit: avatarBodyLimit, rateLimit: avatarRate },
    async ({ body, caller, request }) => {
      const image = body.image === null ? null : await makeAvatar(Buffer.from(body.image, 'base64'))
      const { id, email, avatar } = await userOf(caller.userId)
      const file = image && avatarName(id, image)
      const path = file === null ? '' : avatarFile.path.replace(':file', file)
      await sql.transaction().execute(async (transaction) => {
        await writeAvatar(transaction, id, image && file !== null ? { file, path, image } : null)
        const about = {
          action: 'profile.change-avatar',
          entity: 'user',
          entityId: id,
          entityName: email,
        } as const
        await audit(transaction, originOf(request), {
          ...about,
          before: { avatar },
          after: { avatar: path },
        })
      })
      return { data: await profileOf(id) }
    },
  )
  serve(app, avatarFile, async ({ params }) => {
    const image = await readAvatar(sql, params.file)
    if (!image) throw new AppError('not_found', 'There is no such picture')
    return new FileReply(image)
  })
  registerPasswordChange(app, parts)
}

function registerPasswordChange(
  app: FastifyInstance,
  { services, life, tries }: SessionParts,
): void {
  const { sql, bus, audit } = services
  const checkOwnPassword = createOwnPasswordCheck({ ...services, tries })
  serve(app, changePassword, async ({ body: { current, next }, caller, request, reply }) => {
    const owner = await checkOwnPassword(caller.userId, request.ip, 'current', current)
    if (current === next) throw refusedField('next', fieldError('password_unchanged'))
    assertAcceptable('next', next, [owner.name, owner.email])
    const passwordHash = await hashPassword(next)
    const { ended, handOver } = await sql.transaction().execute(async (transaction) => {
      const others = await replacePassword(transaction, owner.id, passwordHash, caller.sessionId)
      const about = {
        action: 'profile.change-password',
        entity: 'user',
        entityId: owner.id,
        entityName: owner.email,
      } as const
      await audit(transaction, originOf(request), {
        ...about,
        after: { endedSessions: others.length },
      })
      return { ended: others, handOver: await life.rotate(transaction, caller, request, reply) }
    })
    bus.emit('sessionsEnded', { sessionIds: ended })
    handOver()
  })
}
