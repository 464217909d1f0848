import { Transformer } from '@napi-rs/image'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestApplication, type TestApplication } from '#testing/application.ts'
import type { HttpClient } from '#testing/http-client.ts'
import { tinyPicture } from '#testing/pictures.ts'
import { avatarBytesLimit } from '../../contract/profile.ts'
import { assessPassword, type PasswordProblem } from '../../contract/password.ts'
import { hashPassword } from '../passwords/password.ts'
import { readPictureFormat } from './picture-format.ts'
import { writesPerMinute } from '../sessions/write-limits.ts'

const password = 'a quiet harbour'
let site: TestApplication
let passwordHash = ''
let now = Date.UTC(2026, 10, 20, 8)
let people = 0
let id = 0
let email = ''
let client: HttpClient

beforeAll(async () => {
  site = await startTestApplication(() => now)
  passwordHash = await hashPassword(password)
})
afterAll(() => site.close())
beforeEach(async () => {
  now += 3_600_000
  people += 1
  email = `person${people}@example.org`
  id = await site.addAccount({
    email,
    name: 'Ulrike Sandström',
    roles: ['basic', 'editor'],
    passwordHash,
  })
  client = await site.clientOf(id)
})

const errorsOf = (reply: { json(): { errors?: object } }) => Object.keys(reply.json().errors ?? {})

test('SE22 the server enforces the role that was switched to, and only offers those that are held', async () => {
  expect((await client.get('/api/user')).json().data).toMatchObject({
    activeRole: null,
    availableRoles: ['basic', 'editor'],
  })
  await site.sql
    .insertInto('user_permissions')
    .values({ user_id: id, permission: 'manage user' })
    .execute()
  await expect.poll(async () => (await client.get('/api/users')).statusCode).toBe(200)
  const switched = await client.post('/api/auth/role/asign', { role: 'basic' })
  expect(switched.json().data).toMatchObject({
    activeRole: 'basic',
    roles: ['basic'],
    permissions: [],
  })
  expect((await client.get('/api/users')).statusCode).toBe(403)
  expect((await (await site.clientOf(id)).get('/api/users')).statusCode).toBe(200)
  for (const role of ['manager', 'admin', 'captain'])
    expect((await client.post('/api/auth/role/asign', { role })).statusCode).toBe(403)
  const back = (await client.post('/api/auth/role/asign', { role: null })).json().data
  expect(back).toMatchObject({ activeRole: null, roles: ['basic', 'editor'] })
  expect((await client.get('/api/users')).statusCode).toBe(200)
})

test('SE22 an administrator may look through any role and come back', async () => {
  const administrator = await site.clientOf(
    await site.addAccount({ email: `root${people}@example.org`, roles: ['admin'] }),
  )
  const { availableRoles } = (await administrator.get('/api/user')).json().data
  expect(availableRoles.toSorted()).toEqual([
    'admin',
    'basic',
    'editor',
    'free',
    'manager',
    'user',
    'visitor',
  ])
  await administrator.post('/api/auth/role/asign', { role: 'visitor' })
  expect((await administrator.get('/api/audit')).statusCode).toBe(403)
  expect((await administrator.post('/api/auth/role/asign', { role: 'admin' })).statusCode).toBe(200)
  expect((await administrator.get('/api/audit')).statusCode).toBe(200)
})

test('SE23 name, introduction and language are changed, and a stale edit is 409', async () => {
  const { version } = (await client.get('/api/profile')).json().data
  const change = { name: ' Ulrike ', introduction: 'Second shift', language: 'zh-TW' }
  const changed = await client.put('/api/profile', { ...change, version })
  expect(changed.json().data).toMatchObject({
    ...change,
    name: 'Ulrike',
    version: version + 1,
    roles: ['basic', 'editor'],
  })
  expect((await client.put('/api/profile', { ...change, version })).statusCode).toBe(409)
  expect(
    errorsOf(await client.put('/api/profile', { ...change, name: '', language: 'fr', version })),
  ).toEqual(['name', 'language'])
})

test.each(['png', 'jpeg', 'webp'] as const)(
  'SE24 a %s picture becomes a PNG of 256 × 256 that everybody signed in may see',
  async (type) => {
    const reply = await client.post('/api/profile/avatar', {
      image: tinyPicture[type].toString('base64'),
    })
    const { avatar } = reply.json().data
    expect(avatar).toMatch(/^\/api\/avatars\/[a-f0-9]{64}\.png$/)
    const file = await client.get(avatar)
    expect([file.headers['content-type'], file.headers['x-content-type-options']]).toEqual([
      'image/png',
      'nosniff',
    ])
    expect(await new Transformer(file.rawPayload).metadata()).toMatchObject({
      format: 'png',
      width: 256,
      height: 256,
    })
    expect((await client.get('/api/user')).json().data.avatar).toBe(avatar)
    expect((await (await site.anonymousClient()).get(avatar)).statusCode).toBe(401)
    expect((await client.post('/api/profile/avatar', { image: null })).json().data.avatar).toBe('')
    expect((await client.get(avatar)).statusCode).toBe(404)
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
    'a strip that would be scaled to a giant before it is cut',
    Transformer.fromRgbaPixels(new Uint8Array(400), 100, 1).pngSync(),
  ],
  ['a picture without any pixel', claiming(0, 0)],
  ['a picture whose head is hidden from us', hiddenHead],
])('SE24 %s is refused as picture', async (_what, file) => {
  const reply = await client.post('/api/profile/avatar', { image: file.toString('base64') })
  expect([reply.statusCode, errorsOf(reply)]).toEqual([422, ['image']])
})

test('SE24 a file above 2 MB is payload_too_large', async () => {
  const image = Buffer.concat([tinyPicture.png, Buffer.alloc(avatarBytesLimit)]).toString('base64')
  for (const each of [image, image + image]) {
    const reply = await client.post('/api/profile/avatar', { image: each })
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

test('SE25 a new password ends the other sessions and changes the token of this one', async () => {
  const other = await site.clientOf(id)
  const oldToken = client.cookies.get('warroom_session')
  expect(
    (await client.post('/api/profile/password', { current: password, next: 'another harbour' }))
      .statusCode,
  ).toBe(204)
  expect((await other.get('/api/user')).statusCode).toBe(401)
  expect(client.cookies.get('warroom_session')).not.toBe(oldToken)
  expect((await client.get('/api/user')).statusCode).toBe(200)
  expect((await client.post('/api/auth/role/asign', { role: null })).statusCode).toBe(200)
  client.cookies.set('warroom_session', oldToken ?? '')
  expect((await client.get('/api/user')).statusCode).toBe(401)
  expect((await (await site.anonymousClient()).signIn(email, password)).statusCode).toBe(401)
  expect((await (await site.anonymousClient()).signIn(email, 'another harbour')).statusCode).toBe(
    200,
  )
})

test('SE25 a new password makes reset links and half-done sign-ins void', async () => {
  await site.sql
    .insertInto('password_links')
    .values({
      user_id: id,
      token_hash: Buffer.alloc(32, people),
      expires_at: new Date(now + 60_000),
    })
    .execute()
  await client.post('/api/profile/password', { current: password, next: 'another harbour' })
  expect(
    await site.sql
      .selectFrom('password_links')
      .select('user_id')
      .where('user_id', '=', id)
      .execute(),
  ).toEqual([])
})

test.each([
  ['wrong', 'another harbour', 'current'],
  [password, 'short', 'next'],
  [password, 'P@ssw0rd123', 'next'],
  [password, password, 'next'],
  [password, 'Ulrike2026', 'next'],
])('SE25 from %s to %s is refused on %s...', async (current, next, field) => {
  const reply = await client.post('/api/profile/password', { current, next })
  expect([reply.statusCode, errorsOf(reply)]).toEqual([422, [field]])
})

test('SE25 guessing the current password waits like guessing at sign-in', async () => {
  for (let tries = 0; tries < 5; tries++)
    expect(
      (await client.post('/api/profile/password', { current: 'guess', next: 'another harbour' }))
        .statusCode,
    ).toBe(422)
  const refused = await client.post('/api/profile/password', {
    current: password,
    next: 'another harbour',
  })
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '10'])
})

test.each<[string, PasswordProblem | null]>([
  ['sieben7', 'short'],
  ['💧💧💧💧', 'short'],
  ['password', 'common'],
  ['P4ssw0rd!!', 'common'],
  ['Welcome2026', 'common'],
  ['qwertyqwerty', 'common'],
  ['aaaaaaaaaaaa', 'common'],
  ['987654321', 'common'],
  ['stuvwxyz', 'common'],
  ['Sandström1', 'personal'],
  ['example.org', 'personal'],
  ['a quiet harbour', null],
  ['Sandström likes 40 harbours', null],
])('SE26 the new password %j: %s', (candidate, problem) => {
  expect(assessPassword(candidate, ['Ulrike Sandström', 'ulrike@example.org']).problem).toBe(
    problem,
  )
})

test('SE26 a longer password is never weaker, and a refused one has no strength', () => {
  fc.assert(
    fc.property(
      fc.string({ minLength: 8, maxLength: 40 }),
      fc.string({ maxLength: 20 }),
      (one, more) => {
        const [shorter, longer] = [assessPassword(one), assessPassword(one + more)]
        expect(shorter.problem === null).toBe(shorter.strength > 0)
        if (longer.problem === null)
          expect(longer.strength).toBeGreaterThanOrEqual(shorter.strength)
      },
    ),
  )
})

test('SE27 a person sees where they are signed in, and ends one session or all others', async () => {
  const others = [await site.clientOf(id), await site.clientOf(id), await site.clientOf(id)]
  const list = async () =>
    (await client.get('/api/profile/sessions')).json().data as { id: string; current: boolean }[]
  expect(await list()).toHaveLength(4)
  expect((await list()).filter(({ current }) => current)).toHaveLength(1)
  const [first] =
    (await others[0]?.get('/api/profile/sessions'))
      ?.json()
      .data.filter(({ current }: { current: boolean }) => current) ?? []
  expect((await client.delete(`/api/profile/sessions/${first.id}`)).statusCode).toBe(204)
  expect((await others[0]?.get('/api/user'))?.statusCode).toBe(401)
  expect((await client.delete(`/api/profile/sessions/${first.id}`)).statusCode).toBe(404)
  expect((await client.delete('/api/profile/sessions')).json()).toEqual({ data: { ended: 2 } })
  expect((await others[1]?.get('/api/user'))?.statusCode).toBe(401)
  const stranger = await site.clientOf(
    await site.addAccount({ email: 'stranger@example.org', roles: ['admin'] }),
  )
  const [own] = await list()
  expect((await stranger.get('/api/profile/sessions')).json().data).toHaveLength(1)
  expect((await stranger.delete(`/api/profile/sessions/${own?.id}`)).statusCode).toBe(404)
  expect((await stranger.delete('/api/profile/sessions')).json()).toEqual({ data: { ended: 0 } })
  expect((await client.get('/api/user')).statusCode).toBe(200)
  expect((await client.delete(`/api/profile/sessions/${own?.id}`)).statusCode).toBe(204)
  expect([...client.cookies.keys()]).toEqual([])
})

test('SE28 a session may make 120 changes in a minute; reading is not counted, and another session is not affected', async () => {
  const change = (from: HttpClient) => from.post('/api/auth/role/asign', { role: null })
  for (let count = 0; count < writesPerMinute; count++)
    expect((await change(client)).statusCode).toBe(200)
  now += 20_000
  const refused = await change(client)
  expect([refused.statusCode, refused.json().error, refused.headers['retry-after']]).toEqual([
    429,
    'too_many_requests',
    '40',
  ])
  expect((await client.post('/api/scada/shadow-lambda/things')).statusCode).toBe(200)
  expect((await change(await site.clientOf(id))).statusCode).toBe(200)
  now += 40_000
  expect((await change(client)).statusCode).toBe(200)
})

test('SE28 one address may try 300 sign-ins in a minute, and is told when to come back', async () => {
  const stranger = await site.anonymousClient('198.51.100.9')
  const attempt = () =>
    stranger.post('/api/auth/reset', { token: 'none', password: 'another harbour' })
  for (let count = 0; count < 300; count++) expect((await attempt()).statusCode).toBe(403)
  const refused = await attempt()
  expect([refused.statusCode, refused.json().error]).toEqual([429, 'too_many_requests'])
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
})

test('SE28 addresses of one IPv6 network of 64 bits are one address', async () => {
  const attempt = async (address: string) =>
    (
      await (
        await site.anonymousClient(address)
      ).post('/api/auth/reset', { token: 'none', password: 'another harbour' })
    ).statusCode
  for (let count = 0; count < 300; count++)
    expect(await attempt(`2001:db8:0:1::${(count + 1).toString(16)}`)).toBe(403)
  expect(await attempt('2001:db8:0:1:ffff::1')).toBe(429)
  expect(await attempt('2001:db8:0:2::1')).toBe(403)
})
