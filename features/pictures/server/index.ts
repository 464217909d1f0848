import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import type { Kysely } from 'kysely'
import { AppError, refusedField } from '#kit/model/calls/errors.ts'
import { fieldError } from '#kit/model/calls/field-errors.ts'
import { originOf, type Audit } from '#kit/server/audit.ts'
import { FileReply } from '#kit/server/http/replies/replies.ts'
import { serve } from '#kit/server/http/serve.ts'
import { kioskCalls, type Kiosks } from '#kit/server/kiosks.ts'
import type { DB } from '#kit/server/postgres-schema.ts'
import {
  addPicture,
  kioskPictureFile,
  listPictures,
  maximumPictureBytes,
  maximumPictures,
  pictureFile,
  removePicture,
  type Picture,
} from '../contract/routes.ts'
import { makePicture } from './make-picture.ts'
import {
  countPictures,
  deletePicture,
  insertPicture,
  readPictureImage,
  readPictures,
  type PictureRow,
} from './pictures-store.ts'

export { takeOverPictures } from './take-over-pictures.ts'

/** A file of the largest size in base64, and the JSON around it. */
const maximumBodyBytes = Math.ceil(maximumPictureBytes / 3) * 4 + 1024
/** Pictures that one address may have converted. */
const pictureRate = { max: 30, timeWindow: '1 minute' }

interface PicturesServices {
  readonly sql: Kysely<DB>
  readonly audit: Audit
  readonly kiosks: Kiosks
}

const noSuchPicture = () => new AppError('not_found', 'There is no such picture')
const describe = ({ addedAt, ...picture }: PictureRow): Picture => ({
  ...picture,
  addedAt: addedAt.getTime(),
})

/** The calls about the pictures that widgets are on. */
export function picturesPlugin({ sql, audit, kiosks }: PicturesServices): FastifyPluginAsync {
  const register = async (app: FastifyInstance) => {
    const options = { bodyLimit: maximumBodyBytes, rateLimit: pictureRate }

    serve(app, listPictures, async ({ caller }) => ({
      data: (await readPictures(sql, caller.userId)).map(describe),
    }))

    serve(app, addPicture, options, async ({ body, caller, request }) => {
      const made = await makePicture(Buffer.from(body.image, 'base64'))
      const id = randomUUID()
      const row = await sql.transaction().execute(async (transaction) => {
        if ((await countPictures(transaction, caller.userId)) >= maximumPictures)
          throw refusedField('image', fieldError('too_many', { maximum: maximumPictures }))
        await audit(transaction, originOf(request), {
          ...{ action: 'picture.add', entity: 'picture', entityId: id, entityName: id },
          ...{ after: { width: made.width, height: made.height } },
        })
        return insertPicture(transaction, { id, ownerId: caller.userId, ...made })
      })
      return { data: describe(row) }
    })

    serve(app, pictureFile, async ({ params }) => {
      const image = await readPictureImage(sql, params.id)
      if (!image) throw noSuchPicture()
      return new FileReply(image)
    })

    const byLink = kioskCalls(kiosks)
    serve(app, kioskPictureFile, byLink.options, async ({ params, request }) => {
      const { pictureIds } = byLink.accessOf(request)
      const image = pictureIds.has(params.id) ? await readPictureImage(sql, params.id) : null
      if (!image) throw noSuchPicture()
      return new FileReply(image, { isStored: false })
    })

    serve(app, removePicture, async ({ params, caller, request }) => {
      await sql.transaction().execute(async (transaction) => {
        if (!(await deletePicture(transaction, caller.userId, params.id))) throw noSuchPicture()
        await audit(transaction, originOf(request), {
          ...{ action: 'picture.remove', entity: 'picture' },
          ...{ entityId: params.id, entityName: params.id },
        })
      })
    })
  }
  return fastifyPlugin(register, { name: 'pictures', dependencies: ['accounts'], fastify: '5.x' })
}
