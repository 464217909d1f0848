import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { countWaiting } from '#testing/postgres/databases-store.ts'
import { site } from '#testing/sites/shared-account-site.ts'
import type { Person } from '#testing/sites/account-site.ts'

let subject: Person
let root: Person

beforeAll(async () => {
  subject = await site.addPerson()
  root = await site.addPerson({ roles: ['admin'] })
})

const pathOf = (id: number) => `/api/users/${id}/personal-data`

/** An administrator's call for everything about one person. */
async function exporter(address: string) {
  const { id } = await site.addPerson({ roles: ['admin'] })
  const client = await site.clientOf(id, address)
  return { id, client, ask: () => client.post(pathOf(subject.id)) }
}

/** Runs this while the first export cannot read on. */
const whileHeld = <Result>(work: () => Promise<Result>) =>
  site.sql.transaction().execute(async (transaction) => {
    await sql`lock table avatars in access exclusive mode`.execute(transaction)
    return work()
  })

test('PD3 an export that waited is made only for who still may have it', async () => {
  const people = await Promise.all(Array.from({ length: 4 }, () => exporter('198.51.100.20')))
  const replies = await whileHeld(async () => {
    const asked = []
    for (const { ask } of people) {
      asked.push(ask())
      await expect.poll(() => countWaiting(site.sql)).toBe(1)
    }
    const [first, signedOut, demoted] = people
    for (const each of [first, signedOut])
      await (await site.clientOf(each?.id ?? 0)).delete('/api/profile/sessions')
    const { data } = (await root.client.get(`/api/users/${demoted?.id}`)).json()
    const { version, name, email, introduction, permissions } = data
    const rights = { roles: ['basic'], permissions }
    const edit = { version, name, email, introduction, ...rights }
    expect((await root.client.put(`/api/users/${demoted?.id}`, edit)).statusCode).toBe(200)
    return { all: Promise.all(asked) }
  })
  const answered = (await replies.all).map(({ statusCode }) => statusCode)
  expect(answered).toEqual([401, 401, 403, 200])
  expect(await countEntries(subject.id)).toBe(1)
})

/** How often the person's data was exported, by the audit. */
async function countEntries(id: number): Promise<number> {
  const path = `/api/audit?action=user.export-data&entityId=${id}`
  return (await root.client.get(path)).json().data.length
}

test('PD3 no export is made for who left while it waited', async () => {
  const { app } = site.application
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const [first, leaving] = [await exporter('198.51.100.24'), await exporter('127.0.0.1')]
  const countConnections = () =>
    new Promise<number>((resolve) => app.server.getConnections((_, count) => resolve(count)))
  const controller = new AbortController()
  const other = await site.addPerson()
  const held = await whileHeld(async () => {
    const made = first.ask()
    await expect.poll(() => countWaiting(site.sql)).toBe(1)
    const { cookies } = leaving.client
    const left = fetch(`${url}${pathOf(other.id)}`, {
      ...{ method: 'POST', signal: controller.signal },
      headers: {
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        'x-xsrf-token': cookies.get('XSRF-TOKEN') ?? '',
      },
    })
    const rejected = expect(left).rejects.toThrow('aborted')
    await expect.poll(countConnections).toBe(1)
    controller.abort()
    await rejected
    await expect.poll(countConnections).toBe(0)
    return { made }
  })
  expect((await held.made).statusCode).toBe(200)
  expect((await first.ask()).statusCode).toBe(200)
  expect(await countEntries(other.id)).toBe(0)
})

test('PD3 of many exports at once 20 wait, and the next is refused', async () => {
  const people = await Promise.all(
    ['198.51.100.21', '198.51.100.22', '198.51.100.23'].map(exporter),
  )
  const held = await whileHeld(async () => {
    const asked = Array.from({ length: 7 }, () => people.map(({ ask }) => ask())).flat()
    return { all: Promise.all(asked), first: await Promise.race(asked) }
  })
  expect([held.first.statusCode, held.first.headers['retry-after']]).toEqual([429, '10'])
  const answered = (await held.all).map((reply) => reply.statusCode)
  expect(answered.filter((status) => status === 200)).toHaveLength(20)
})
