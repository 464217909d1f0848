import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { AppError, refusedField } from '#kit/model/calls/errors.ts'
import { fieldError } from '#kit/model/calls/field-errors.ts'
import { isAdministrator } from '#kit/model/gate.ts'
import { originOf } from '#kit/server/audit.ts'
import type { Caller } from '#kit/server/caller.ts'
import { FileReply } from '#kit/server/http/replies/replies.ts'
import { serve } from '#kit/server/http/serve.ts'
import { articlePicture } from '../contract/routes.ts'
import {
  addArticlePicture,
  maximumArticlePictureBytes,
  maximumArticlePictures,
} from '../contract/writing-routes.ts'
import {
  countPictures,
  insertPicture,
  readPictureImage,
  removeUnusedPictures,
} from './pictures-store.ts'
import type { ArticleServices } from './services.ts'

/** A file of the largest size in base64, and the JSON around it. */
const bodyLimit = Math.ceil(maximumArticlePictureBytes / 3) * 4 + 1024
/** Pictures that one address may have converted. */
const rateLimit = { max: 30, timeWindow: '1 minute' }
/** For so long a picture may wait until the article is saved that shows it. */
const unusedMs = 24 * 3_600_000

/** The calls about the pictures in articles. */
export function registerPictures(app: FastifyInstance, services: ArticleServices): void {
  const { sql, clock, audit, makePicture } = services

  serve(app, addArticlePicture, { bodyLimit, rateLimit }, async ({ body, caller, request }) => {
    if (!writesArticles(caller))
      throw new AppError('forbidden', 'Pictures are for those who write articles')
    const made = await makePicture(Buffer.from(body.image, 'base64'))
    const [id, addedAt] = [randomUUID(), new Date(clock())]
    await sql.transaction().execute(async (transaction) => {
      await removeUnusedPictures(transaction, new Date(addedAt.getTime() - unusedMs))
      if ((await countPictures(transaction)) >= maximumArticlePictures)
        throw refusedField('image', fieldError('too_many', { maximum: maximumArticlePictures }))
      await insertPicture(transaction, { id, ...made, addedBy: caller.userId, addedAt })
      await audit(transaction, originOf(request), {
        ...{ action: 'article.add-picture', entity: 'article', entityId: id, entityName: id },
        after: { width: made.width, height: made.height },
      })
    })
    return { data: { id, width: made.width, height: made.height } }
  })

  serve(app, articlePicture, async ({ params }) => {
    const image = await readPictureImage(sql, params.id)
    if (!image) throw new AppError('not_found', 'There is no such picture')
    return new FileReply(image)
  })
}

/** Of any product, or of none. */
const writesArticles = (caller: Caller): boolean =>
  isAdministrator(caller) || caller.permissions.some((name) => /^manage .*article$/.test(name))
