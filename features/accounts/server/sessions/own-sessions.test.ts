import { beforeEach, expect, test } from 'vitest'
import type { Person } from '#testing/sites/account-site.ts'
import { site } from '#testing/sites/shared-account-site.ts'
import type { HttpClient } from '#testing/peers/http-client.ts'
import { writesPerMinute } from './write-limits.ts'

let person: Person
beforeEach(async () => {
  site.now += 3_600_000
  person = await site.addPerson({ name: 'Ulrike Sandström', roles: ['basic', 'editor'] })
})

test('SE22 the role that was switched to is enforced; only held roles are offered', async () => {
  expect((await person.client.get('/api/user')).json().data).toMatchObject({
    activeRole: null,
    availableRoles: ['basic', 'editor'],
  })
  await site.sql
    .insertInto('user_permissions')
    .values({ user_id: person.id, permission: 'manage user' })
    .execute()
  await expect.poll(async () => (await person.client.get('/api/users')).statusCode).toBe(200)
  const switched = await person.client.post('/api/auth/role/asign', { role: 'basic' })
  expect(switched.json().data).toMatchObject({
    activeRole: 'basic',
    roles: ['basic'],
    permissions: [],
  })
  expect((await person.client.get('/api/users')).statusCode).toBe(403)
  expect((await (await site.clientOf(person.id)).get('/api/users')).statusCode).toBe(200)
  for (const role of ['manager', 'admin', 'captain'])
    expect((await person.client.post('/api/auth/role/asign', { role })).statusCode).toBe(403)
  const back = (await person.client.post('/api/auth/role/asign', { role: null })).json().data
  expect(back).toMatchObject({ activeRole: null, roles: ['basic', 'editor'] })
  expect((await person.client.get('/api/users')).statusCode).toBe(200)
})

test('SE22 an administrator may look through any role and come back', async () => {
  const { client: administrator } = await site.addPerson({ roles: ['admin'] })
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
  const missing = await administrator.post('/api/auth/role/asign', { role: 'chief' })
  expect([missing.statusCode, missing.json().errors]).toEqual([
    422,
    { role: ['names chief, which does not exist'] },
  ])
  await administrator.post('/api/auth/role/asign', { role: 'visitor' })
  expect((await administrator.get('/api/audit')).statusCode).toBe(403)
  expect((await administrator.post('/api/auth/role/asign', { role: 'admin' })).statusCode).toBe(200)
  expect((await administrator.get('/api/audit')).statusCode).toBe(200)
})

test('SE27 a person sees where they are signed in, ends one session or all others', async () => {
  const others = [
    await site.clientOf(person.id),
    await site.clientOf(person.id),
    await site.clientOf(person.id),
  ]
  const list = async () =>
    (await person.client.get('/api/profile/sessions')).json().data as {
      id: string
      current: boolean
    }[]
  expect(await list()).toHaveLength(4)
  expect((await list()).filter(({ current }) => current)).toHaveLength(1)
  const [first] =
    (await others[0]?.get('/api/profile/sessions'))
      ?.json()
      .data.filter(({ current }: { current: boolean }) => current) ?? []
  expect((await person.client.delete(`/api/profile/sessions/${first.id}`)).statusCode).toBe(204)
  expect((await others[0]?.get('/api/user'))?.statusCode).toBe(401)
  expect((await person.client.delete(`/api/profile/sessions/${first.id}`)).statusCode).toBe(404)
  expect((await person.client.delete('/api/profile/sessions')).json()).toEqual({
    data: { ended: 2 },
  })
  expect((await others[1]?.get('/api/user'))?.statusCode).toBe(401)
  const stranger = await site.clientOf(
    await site.addAccount({ email: 'stranger@example.org', roles: ['admin'] }),
  )
  const [own] = await list()
  expect((await stranger.get('/api/profile/sessions')).json().data).toHaveLength(1)
  expect((await stranger.delete(`/api/profile/sessions/${own?.id}`)).statusCode).toBe(404)
  expect((await stranger.delete('/api/profile/sessions')).json()).toEqual({ data: { ended: 0 } })
  expect((await person.client.get('/api/user')).statusCode).toBe(200)
  expect((await person.client.delete(`/api/profile/sessions/${own?.id}`)).statusCode).toBe(204)
  expect([...person.client.cookies.keys()]).toEqual([])
})

test('SE28 a session may make 120 changes in a minute; reads and others do not count', async () => {
  const change = (from: HttpClient) => from.post('/api/auth/role/asign', { role: null })
  for (let count = 0; count < writesPerMinute; count++)
    expect((await change(person.client)).statusCode).toBe(200)
  site.now += 20_000
  const refused = await change(person.client)
  expect([refused.statusCode, refused.json().error, refused.headers['retry-after']]).toEqual([
    429,
    'too_many_requests',
    '40',
  ])
  expect((await person.client.post('/api/scada/shadow-lambda/things')).statusCode).toBe(200)
  expect((await change(await site.clientOf(person.id))).statusCode).toBe(200)
  site.now += 40_000
  expect((await change(person.client)).statusCode).toBe(200)
})

test('SE28 one address may attempt 300 sign-ins a minute, and learns when to retry', async () => {
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
