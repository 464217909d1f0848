import { pino } from 'pino'
import { beforeAll, expect, test } from 'vitest'
import { accountSite, type Person } from '#testing/sites/account-site.ts'
import { retentionDays, maximumStored, reportRate } from '../contract/limits.ts'
import type { ClientError } from '../contract/routes.ts'
import { addErrors, removeOldErrors } from './client-errors-store.ts'
import { startErrorExpiry } from './index.ts'

const site = accountSite()
let administrator: Person
let worker: Person

beforeAll(() => signIn())

async function signIn(): Promise<void> {
  administrator = await site.addPerson({ roles: ['admin'] })
  worker = await site.addPerson({ roles: ['basic'] })
}

/** Lets time pass, in which sessions end. */
async function wait(ms: number): Promise<void> {
  site.now += ms
  await signIn()
}

const path = '/api/client-errors'
const browser = {
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0',
  'x-app-version': '9',
}
const error = (message: string, parts: object = {}) => ({
  ...{ message, stack: `at ${message}.js:1`, page: '/warroomDashboard', occurrences: 1, ...parts },
})
const report = (errors: readonly object[], { client }: Person = worker) =>
  client.post(path, { errors }, browser)
const list = async (query = '', { client }: Person = administrator) =>
  (await client.get(`${path}?${query}`)).json<{ data: ClientError[]; meta: { total: number } }>()
const count = async () =>
  (await administrator.client.get(`${path}/count`)).json().data.count as number

test('ER2 an error is stored once, with how often, when it was met first and last', async () => {
  const first = site.now
  const both = [error('first'), error('first', { occurrences: 4 })]
  expect((await report(both)).statusCode).toBe(204)
  site.now += 60_000
  await report([error('first', { page: '/pdf' }), error('second')])
  const { data, meta } = await list()
  expect(meta.total).toBe(2)
  expect(data.find(({ message }) => message === 'first')).toMatchObject({
    ...{ stack: 'at first.js:1', page: '/pdf', version: '9', browser: 'Chrome, Linux' },
    ...{ occurrences: 6, firstSeen: first, lastSeen: site.now },
  })
  expect((await list('search=SECOND')).data).toHaveLength(1)
  expect((await list('search=100%25')).data).toEqual([])
  expect((await list('limit=1&page=2')).data).toHaveLength(1)
})

test('ER2 reports that come at once lose nothing and wait for nobody for ever', async () => {
  const names = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => error(`at once ${name}`))
  const orders = [names, names.toReversed(), names, names.toReversed()]
  const replies = await Promise.all(orders.map((errors) => report(errors)))
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([204, 204, 204, 204])
  const { data } = await list('search=at once')
  expect(data.map(({ occurrences }) => occurrences)).toEqual([4, 4, 4, 4, 4, 4])
})

test('ER3 what is too long, too much or nothing is refused with its field', async () => {
  const refused: readonly (readonly [readonly object[], string])[] = [
    [[], 'errors'],
    [Array.from({ length: 11 }, (_, index) => error(`${index}`)), 'errors'],
    [[error('x'.repeat(501))], 'errors.0.message'],
    [[error('x', { stack: 's'.repeat(4_001) })], 'errors.0.stack'],
    [[error('x', { occurrences: 0 })], 'errors.0.occurrences'],
  ]
  for (const [errors, field] of refused) {
    const reply = await report(errors)
    expect(reply.statusCode, field).toBe(422)
    expect(Object.keys(reply.json<{ reasons: object }>().reasons)).toContain(field)
  }
})

test('ER3 of one address so many reports a minute are taken', async () => {
  const flood = await site.clientOf(worker.id, '198.51.100.9')
  for (let taken = 0; taken < reportRate.max; taken++)
    expect((await flood.post(path, { errors: [error('flood')] })).statusCode).toBe(204)
  expect((await flood.post(path, { errors: [error('flood')] })).statusCode).toBe(429)
})

test('ER3 the latest 500 stay, each for 30 days after it was last met', async () => {
  const at = new Date(site.now)
  const many = Array.from({ length: maximumStored + 20 }, (_, index) => ({
    ...error(`many ${index}`),
    ...{ version: '', browser: '', fingerprint: Buffer.from(`many ${index}`) },
  }))
  await addErrors(site.sql, many, at)
  await removeOldErrors(site.sql, new Date(0))
  expect((await list('search=many')).meta.total).toBe(maximumStored)
  await wait(retentionDays * 86_400_000)
  expect((await list()).meta.total).toBe(maximumStored)
  site.now += 1
  expect((await list()).meta.total).toBe(0)
  const services = { sql: site.sql, clock: () => site.now, log: pino({ level: 'silent' }) }
  await startErrorExpiry(services).stop()
  const left = await site.sql.selectFrom('client_errors').select('id').execute()
  expect(left).toEqual([])
})

test('ER4 the list is for those with the administrator’s section; a day is counted', async () => {
  await report([error('today')])
  expect(await count()).toBe(1)
  await wait(86_400_001)
  expect(await count()).toBe(0)
  expect((await list('search=today')).meta.total).toBe(1)
  const permissions = ['view menu administrator']
  const reader = await site.addPerson({ roles: ['free'], permissions })
  expect((await list('search=today', reader)).meta.total).toBe(1)
  for (const url of [path, `${path}/count`])
    expect((await worker.client.get(url)).statusCode, url).toBe(403)
  const visitor = await site.addPerson({ roles: ['visitor'] })
  expect((await report([error('visit')], visitor)).statusCode).toBe(403)
})

test('ER5 the name of a person who is erased goes from messages', async () => {
  const person = await site.addPerson({ name: 'Orla Fenwick' })
  await report([error('cannot draw Orla Fenwick', { page: '/of/Orla Fenwick' })])
  const erased = await administrator.client.post(`/api/users/${person.id}/erase`, {
    name: 'Orla Fenwick',
  })
  expect(erased.statusCode).toBe(204)
  expect(JSON.stringify(await list('search=cannot draw'))).not.toContain('Fenwick')
  expect((await list('search=cannot draw')).data).toHaveLength(1)
})
