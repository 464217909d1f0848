import { z } from 'zod'
import { dataOf, wholeListOf } from '#kit/model/calls/envelope.ts'
import { defineRoute } from '#kit/model/calls/route.ts'
import { warRoomGate } from '#kit/model/permission.ts'

/** Largest picture file that a person may send, in bytes. */
export const maximumPictureBytes = 4 * 1024 * 1024
/** Pictures of one person. */
export const maximumPictures = 40

/** Of dashboards, which are open to everybody who may have home pages, and to others. */
const gate = warRoomGate

/** A picture that widgets are on. */
export const Picture = z.object({
  /** Nobody finds it out who was not given it. */
  id: z.uuid(),
  /** Of the stored picture, in pixels. */
  width: z.int(),
  height: z.int(),
  /** ms UTC */
  addedAt: z.number(),
})
export type Picture = z.infer<typeof Picture>

export const listPictures = defineRoute({
  method: 'GET',
  path: '/api/pictures',
  summary: 'The pictures that the caller has added, the newest first',
  gate,
  reply: wholeListOf(Picture),
})

export const addPicture = defineRoute({
  method: 'POST',
  path: '/api/pictures',
  summary:
    'Adds a picture from a PNG, JPEG or WebP file of at most 4 MB; stored as WebP of at most ' +
    '2,560 pixels in each direction, without anything else that the file held',
  gate,
  /** The file in base64, without a `data:` prefix. */
  body: z.object({ image: z.base64().min(1) }),
  reply: dataOf(Picture),
})

const PictureId = z.object({ id: z.uuid() })

export const pictureFile = defineRoute({
  method: 'GET',
  path: '/api/pictures/:id',
  summary: 'A picture; everybody who is signed in and was given its id may see it',
  gate: 'signed-in',
  params: PictureId,
  file: 'image/webp',
})

export const kioskPictureFile = defineRoute({
  method: 'GET',
  path: '/api/kiosk/pictures/:id',
  summary: 'A picture of the board of a kiosk link; its token as `Authorization: Bearer …`',
  gate: 'public',
  params: PictureId,
  file: 'image/webp',
})

export const removePicture = defineRoute({
  method: 'DELETE',
  path: '/api/pictures/:id',
  summary: 'Removes an own picture; pages that show it say that it is not there',
  gate,
  params: PictureId,
})
