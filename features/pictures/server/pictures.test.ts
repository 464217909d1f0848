import { randomUUID } from 'node:crypto'
import { Transformer } from '@napi-rs/image'
import { beforeAll, expect, test } from 'vitest'
import { gateOfKind } from '#features/pages/contract/gates.ts'
import { passesGate } from '#kit/model/gate.ts'
import { roles } from '#kit/model/permission.ts'
import { readPictureFormat } from '#kit/server/pictures/picture-format.ts'
import { tinyPicture } from '#testing/pictures.ts'
import { accountSite, type Person } from '#testing/sites/account-site.ts'
import { maximumPictureBytes, maximumPictures } from '../contract/routes.ts'
import { insertPicture } from './pictures-store.ts'

const site = accountSite()
let owner: Person

beforeAll(async () => {
  owner = await site.addPerson({ roles: ['basic'] })
})

const add = (file: Buffer, { client }: Person = owner) =>
  client.post('/api/pictures', { image: file.toString('base64') })
const list = async ({ client }: Person = owner) =>
  (await client.get('/api/pictures')).json<{ data: { id: string }[] }>().data

test.each(['png', 'jpeg', 'webp'] as const)('PI1 a %s is stored as WebP', async (format) => {
  const { id, ...size } = (await add(tinyPicture[format])).json().data
  expect(size).toMatchObject({ width: 40, height: 30 })
  const file = await owner.client.get(`/api/pictures/${id}`)
  expect(file.headers['content-type']).toBe('image/webp')
  expect(file.headers['x-content-type-options']).toBe('nosniff')
  expect(readPictureFormat(file.rawPayload)).toEqual({ type: 'webp', width: 40, height: 30 })
})

test('PI1 a large picture is scaled down to 2,560 pixels, and has its shape', async () => {
  const pixels = new Uint8Array(3_000 * 1_000 * 4).fill(120)
  const large = Transformer.fromRgbaPixels(pixels, 3_000, 1_000).jpegSync()
  expect((await add(large)).json().data).toMatchObject({ width: 2_560, height: 853 })
})

test('PI1 nothing else that a file held is stored', async () => {
  const comment = Buffer.from('\xff\xfe\x00\x16hall 7, 51.5N 0.1W  ', 'latin1')
  const { jpeg } = tinyPicture
  const talking = Buffer.concat([jpeg.subarray(0, 2), comment, jpeg.subarray(2)])
  const { id } = (await add(talking)).json().data
  const { rawPayload } = await owner.client.get(`/api/pictures/${id}`)
  expect(rawPayload.includes('hall 7')).toBe(false)
})

test.each([
  ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')],
  ['HTML', Buffer.from('<!doctype html><script>alert(1)</script>')],
  ['a BMP', tinyPicture.bmp],
  ['a PNG that ends in its middle', tinyPicture.png.subarray(0, 60)],
])('PI1 %s is refused', async (_name, file) => {
  const reply = await add(file)
  expect(reply.statusCode).toBe(422)
  expect(Object.keys(reply.json().errors)).toEqual(['image'])
})

test('PI1 a file above 4 MB is refused', async () => {
  const file = Buffer.concat([tinyPicture.png, Buffer.alloc(maximumPictureBytes)])
  expect((await add(file)).statusCode).toBe(400)
})

test('PI2 who is given the id sees a picture; only its owner lists and removes it', async () => {
  const { id } = (await add(tinyPicture.png)).json().data
  const other = await site.addPerson({ roles: ['visitor'] })
  const manager = await site.addPerson({ roles: ['admin'] })
  expect((await other.client.get(`/api/pictures/${id}`)).statusCode).toBe(200)
  expect((await (await site.anonymousClient()).get(`/api/pictures/${id}`)).statusCode).toBe(401)
  expect(await list(manager)).toEqual([])
  expect((await manager.client.send('DELETE', `/api/pictures/${id}`)).statusCode).toBe(404)
  expect((await list()).map((picture) => picture.id)).toContain(id)
  expect((await owner.client.send('DELETE', `/api/pictures/${id}`)).statusCode).toBe(204)
  expect((await list()).map((picture) => picture.id)).not.toContain(id)
  expect((await owner.client.get(`/api/pictures/${id}`)).statusCode).toBe(404)
})

test.each(roles)('PI5 who may build boards has pictures: %s', async (role) => {
  const person = await site.addPerson({ roles: [role] })
  const isBuilder = Object.values(gateOfKind).some((gate) =>
    passesGate(gate, { roles: [role], permissions: [] }),
  )
  const { client } = person
  const added = await add(tinyPicture.png, person)
  const id: string = isBuilder ? added.json().data.id : randomUUID()
  const listed = await client.get('/api/pictures')
  const removed = await client.send('DELETE', `/api/pictures/${id}`)
  const statuses = [added, listed, removed].map(({ statusCode }) => statusCode)
  expect(statuses).toEqual(isBuilder ? [200, 200, 204] : [403, 403, 403])
})

test('PI3 a person has at most forty pictures, also when they add several at once', async () => {
  const collector = await site.addPerson({ roles: ['basic'] })
  for (let count = 1; count < maximumPictures; count++)
    await insertPicture(site.sql, {
      ...{ id: randomUUID(), ownerId: collector.id, image: tinyPicture.webp },
      ...{ width: 40, height: 30 },
    })
  const replies = await Promise.all([1, 2, 3].map(() => add(tinyPicture.png, collector)))
  const statuses = replies.map(({ statusCode }) => statusCode)
  expect(statuses.toSorted()).toEqual([200, 422, 422])
  expect(await list(collector)).toHaveLength(maximumPictures)
})

test('PI4 a picture that a board is on outlives the account of its owner', async () => {
  const administrator = await site.addPerson({ roles: ['admin'] })
  const [leaving, colleague] = [
    await site.addPerson({ roles: ['basic'] }),
    await site.addPerson({ roles: ['basic'] }),
  ]
  const upload = async (): Promise<string> => (await add(tinyPicture.png, leaving)).json().data.id
  const [plan, hall, unused] = [await upload(), await upload(), await upload()]
  const widget = (picture: string) => ({
    ...{ id: 'w', sensor: null, kind: 'image', options: { picture }, x: 0, y: 0, w: 4, h: 4 },
  })
  const dashboard = { name: 'Pumps', widgets: [widget(plan)] }
  const { id } = (await leaving.client.post('/api/dashboards', dashboard)).json().data
  const share = { email: colleague.email, access: 'read' }
  await leaving.client.put(`/api/boards/${id}/shares`, share)
  // Who was given its id puts it on a page of their own.
  const area = { id: 'a', name: '', x: 0, y: 0, w: 4, h: 4, widgets: [widget(hall)] }
  const page = { name: 'Hall', areas: [area] }
  const stored = await colleague.client.post('/api/scada/shadow-lambda/custom/store', page)
  expect(stored.statusCode).toBe(200)

  expect((await administrator.client.delete(`/api/users/${leaving.id}`)).statusCode).toBe(204)
  const statuses = await Promise.all(
    [plan, hall, unused].map(
      async (each) => (await colleague.client.get(`/api/pictures/${each}`)).statusCode,
    ),
  )
  expect(statuses).toEqual([200, 200, 404])
  const ids = (await list(administrator)).map((picture) => picture.id)
  expect(ids.toSorted()).toEqual([plan, hall].toSorted())
})
