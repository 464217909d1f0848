import { Transformer } from '@napi-rs/image'
import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import type { Person } from '#testing/sites/account-site.ts'
import { site } from '#testing/sites/shared-account-site.ts'
import { tinyPicture } from '#testing/pictures.ts'
import { maximumAvatarBytes } from '../../contract/profile.ts'
import { readPictureFormat } from '#kit/server/pictures/picture-format.ts'

let person: Person
beforeEach(async () => {
  site.now += 3_600_000
  person = await site.addPerson({ name: 'Ulrike Sandström', roles: ['basic', 'editor'] })
})

const errorsOf = (reply: { json(): { errors?: object } }) => Object.keys(reply.json().errors ?? {})

test('SE23 name, introduction and language are changed, and a stale edit is 409', async () => {
  const { version } = (await person.client.get('/api/profile')).json().data
  const change = { name: ' Ulrike ', introduction: 'Second shift', language: 'zh-TW' }
  const changed = await person.client.put('/api/profile', { ...change, version })
  expect(changed.json().data).toMatchObject({
    ...change,
    name: 'Ulrike',
    version: version + 1,
    roles: ['basic', 'editor'],
  })
  expect((await person.client.put('/api/profile', { ...change, version })).statusCode).toBe(409)
  expect(
    errorsOf(
      await person.client.put('/api/profile', { ...change, name: '', language: 'fr', version }),
    ),
  ).toEqual(['name', 'language'])
})

test.each(['png', 'jpeg', 'webp'] as const)(
  'SE24 a %s picture becomes a PNG of 256 × 256 that everybody signed in may see',
  async (type) => {
    const reply = await person.client.post('/api/profile/avatar', {
      image: tinyPicture[type].toString('base64'),
    })
    const { avatar } = reply.json().data
    expect(avatar).toMatch(/^\/api\/avatars\/[a-f0-9]{64}\.png$/)
    const file = await person.client.get(avatar)
    expect([file.headers['content-type'], file.headers['x-content-type-options']]).toEqual([
      'image/png',
      'nosniff',
    ])
    expect(await new Transformer(file.rawPayload).metadata()).toMatchObject({
      format: 'png',
      width: 256,
      height: 256,
    })
    expect((await person.client.get('/api/user')).json().data.avatar).toBe(avatar)
    expect((await (await site.anonymousClient()).get(avatar)).statusCode).toBe(401)
    expect(
      (await person.client.post('/api/profile/avatar', { image: null })).json().data.avatar,
    ).toBe('')
    expect((await person.client.get(avatar)).statusCode).toBe(404)
  },
)

/** A PNG whose head claims this size. */
function claiming(width: number, height: number): Buffer {
  const file = Buffer.from(tinyPicture.png)
  file.writeUInt32BE(width, 16)
  file.writeUInt32BE(height, 20)
  return file
}

/**
 * A JPEG whose real head follows a marker that has no length; a length read there leads to another
 * head of 8 × 8.
 */
const hiddenHead = (() => {
  const fake = Buffer.from([0xff, 0xc0, 0, 11, 8, 0, 8, 0, 8, 1, 1, 0x11, 0])
  const real = tinyPicture.jpeg.subarray(2)
  const jump = Buffer.alloc(2)
  jump.writeUInt16BE(real.length + 2)
  return Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0x00]), jump, real, fake])
})()

test.each([
  ['another format', tinyPicture.bmp],
  [
    'a page',
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
  ],
  ['the head of a picture alone', tinyPicture.png.subarray(0, 60)],
  ['a picture that claims to be huge', claiming(40_000, 40_000)],
  [
    'a picture that would be scaled to a giant before it is cut',
    Transformer.fromRgbaPixels(new Uint8Array(400), 100, 1).pngSync(),
  ],
  ['a picture without any pixel', claiming(0, 0)],
  ['a picture whose head is hidden from us', hiddenHead],
])('SE24 %s is refused as picture', async (_what, file) => {
  const reply = await person.client.post('/api/profile/avatar', { image: file.toString('base64') })
  expect([reply.statusCode, errorsOf(reply)]).toEqual([422, ['image']])
})

test('SE24 a file above 2 MB is payload_too_large', async () => {
  const image = Buffer.concat([tinyPicture.png, Buffer.alloc(maximumAvatarBytes)]).toString(
    'base64',
  )
  for (const each of [image, image + image]) {
    const reply = await person.client.post('/api/profile/avatar', { image: each })
    expect([reply.statusCode, reply.json().error]).toEqual([400, 'payload_too_large'])
  }
})

test('SE24 whatever the file holds, its head is read or refused', () => {
  const files = fc.oneof(
    fc.uint8Array({ maxLength: 64 }),
    fc
      .tuple(fc.constantFrom(...Object.values(tinyPicture)), fc.nat(200))
      .map(([file, end]) => file.subarray(0, end)),
    fc
      .uint8Array({ maxLength: 64 })
      .map((bytes) => Buffer.concat([Buffer.from([0xff, 0xd8]), bytes])),
  )
  fc.assert(
    fc.property(files, (file) => {
      const format = readPictureFormat(Buffer.from(file))
      return format === null || (Number.isInteger(format.width) && Number.isInteger(format.height))
    }),
  )
  for (const type of ['png', 'jpeg', 'webp'] as const)
    expect(readPictureFormat(tinyPicture[type])).toEqual({ type, width: 40, height: 30 })
})

test('SE42 the tour is pending until the person has seen it, in every browser', async () => {
  const other = await site.addPerson({ roles: ['visitor'] })
  const isPending = async (client: Person['client']) =>
    (await client.get('/api/user')).json().data.tourPending as unknown
  expect(await isPending(person.client)).toBe(true)
  for (let time = 0; time < 2; time += 1)
    expect((await person.client.post('/api/auth/tour')).statusCode).toBe(204)
  expect(await isPending(person.client)).toBe(false)
  expect(await isPending(await site.clientOf(person.id))).toBe(false)
  expect(await isPending(other.client)).toBe(true)
  expect((await other.client.post('/api/auth/tour')).statusCode).toBe(204)
  expect(await isPending(other.client)).toBe(false)
})
