import type { FastifyInstance } from 'fastify'
import { AppError } from '#kit/model/calls/errors.ts'
import { originOf } from '#kit/server/audit.ts'
import { FileReply } from '#kit/server/http/replies/replies.ts'
import { serve } from '#kit/server/http/serve.ts'
import { maximumAvatarBytes, avatarFile, changeAvatar } from '../../contract/profile.ts'
import type { AccountContext } from '../account-services.ts'
import { aboutUser } from '../users/user-snapshot.ts'
import { avatarName, makeAvatar } from './avatar.ts'
import { readAvatar, writeAvatar } from './avatars-store.ts'
import { ownProfile, ownUser } from './own-user.ts'

/** A file of the largest size in base64, and the JSON around it. */
const maximumBodyBytes = Math.ceil(maximumAvatarBytes / 3) * 4 + 1024
/** Pictures that one address may have converted. */
const avatarRate = { max: 30, timeWindow: '1 minute' }

/** The calls about pictures of people. */
export function registerAvatarRoutes(
  app: FastifyInstance,
  { services: { sql, audit } }: AccountContext,
): void {
  const options = { bodyLimit: maximumBodyBytes, rateLimit: avatarRate }
  serve(app, changeAvatar, options, async ({ body, caller, request }) => {
    const image = body.image === null ? null : await makeAvatar(Buffer.from(body.image, 'base64'))
    const user = await ownUser(sql, caller.userId)
    const file = image && avatarName(user.id, image)
    const path = file === null ? '' : avatarFile.path.replace(':file', file)
    await sql.transaction().execute(async (transaction) => {
      await writeAvatar(transaction, user.id, image && file !== null ? { file, path, image } : null)
      await audit(transaction, originOf(request), {
        action: 'profile.change-avatar',
        ...aboutUser(user),
        before: { avatar: user.avatar },
        after: { avatar: path },
      })
    })
    return { data: await ownProfile(sql, user.id) }
  })
  serve(app, avatarFile, async ({ params }) => {
    const image = await readAvatar(sql, params.file)
    if (!image) throw new AppError('not_found', 'There is no such picture')
    return new FileReply(image)
  })
}
