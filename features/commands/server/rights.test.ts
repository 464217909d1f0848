import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Command } from '#features/commands/contract/routes.ts'
import { eventually } from '#testing/eventually.ts'
import type { HttpClient } from '#testing/peers/http-client.ts'
import { countWaiting } from '#testing/postgres/databases-store.ts'
import { startTestApplication, type TestApplication } from '#testing/sites/application.ts'
import { lockSettings } from './settings-store.ts'

const endOfContract = Date.UTC(2026, 11, 1)
let now = endOfContract - 3_600_000
let site: TestApplication
let administrator: HttpClient
const sent: string[] = []
const path = '/api/devices/PRESS-7/commands'

beforeAll(async () => {
  site = await startTestApplication(() => now)
  administrator = await site.clientOf(
    await site.addAccount({ email: 'admin@example.org', roles: ['admin'] }),
  )
  const target = { id: 'valve', name: 'Valve', type: 'boolean', unit: '' } as const
  const unlimited = { minimum: null, maximum: null, sensorKey: null }
  site.data.protocols.register({
    name: 'bench',
    offer: () => ({ targets: [{ ...target, ...unlimited }], readiness: 'ready' }),
    async send({ id }) {
      sent.push(id)
      return { outcome: 'done' }
    },
  })
  await administrator.post('/api/devices', { lesiId: 'PRESS-7', name: 'Press' })
  const settings = { version: 0, enabled: true, targets: [] }
  expect((await administrator.put(`${path}/settings`, settings)).statusCode).toBe(200)
})
afterAll(() => site.close())

const command = () => ({
  ...{ id: randomUUID(), protocol: 'bench', target: 'valve', value: true, confirmedAt: now },
})
/** Sends; resolves when it is done, because until then another one would be refused. */
async function attempt(client: HttpClient, body = command()): Promise<number> {
  const { statusCode } = await client.post(path, body)
  const isDone = async () => {
    const { data } = (await administrator.get(`${path}/history`)).json()
    return data.some((each: Command) => each.id === body.id && each.outcome === 'done')
  }
  if (statusCode === 200) await eventually('the command is done', isDone)
  return statusCode
}

/** Somebody who holds the device until the end of November. */
async function holder(roles: readonly string[], permissions: readonly string[] = []) {
  const email = `${randomUUID()}@example.org`
  const id = await site.addAccount({ email, roles, permissions })
  const days = { contractStart: null, contractEnd: '2026-11-30' }
  const binding = { email, relation: 'sub-user', ...days }
  expect((await administrator.put('/api/devices/PRESS-7/bindings', binding)).statusCode).toBe(204)
  return { id, client: await site.clientOf(id) }
}

it('CM13 who has the permission and holds the device sends; nobody else does', async () => {
  const may = await holder(['user'], ['command device'])
  const without = await holder(['manager'])
  const visitor = await holder(['visitor'], ['command device'])
  const stranger = await site.clientOf(
    await site.addAccount({
      email: 's@example.org',
      roles: ['manager'],
      permissions: ['command device'],
    }),
  )
  expect(await attempt(administrator)).toBe(200)
  expect(await attempt(may.client)).toBe(200)
  expect(await attempt(without.client)).toBe(403)
  expect(await attempt(visitor.client)).toBe(403)
  expect(await attempt(stranger)).toBe(404)
  expect(await attempt(await site.anonymousClient())).toBe(401)
  const abilities = async (client: HttpClient) => {
    const { data } = (await client.get(path)).json()
    return [data.mayConfigure, data.maySend]
  }
  expect(await abilities(administrator)).toEqual([true, true])
  expect(await abilities(may.client)).toEqual([false, true])
  expect(await abilities(without.client)).toEqual([false, false])
  expect((await may.client.put(`${path}/settings`, {})).statusCode).toBe(403)
  expect(sent).toHaveLength(2)
})

it('CM13 nothing is sent by GET, without the CSRF token, or by a session that ended', async () => {
  const { client, id } = await holder(['user'], ['command device'])
  const before = sent.length
  const query = new URLSearchParams(
    Object.entries(command()).map(([name, value]) => [name, String(value)]),
  )
  expect((await client.get(`${path}?${query}`)).statusCode).toBe(200)
  const token = client.cookies.get('XSRF-TOKEN') ?? ''
  client.cookies.delete('XSRF-TOKEN')
  expect(await attempt(client)).toBe(419)
  client.cookies.set('XSRF-TOKEN', token)
  await (await site.clientOf(id)).delete('/api/profile/sessions')
  expect(await attempt(client)).toBe(401)
  expect(sent).toHaveLength(before)
})

/** What is answered to a command that waits in the server until this has happened. */
async function afterWaiting(client: HttpClient, happen: () => unknown) {
  const deviceId = site.data.catalogue.device('PRESS-7')?.id ?? 0
  const waiting = await site.sql.transaction().execute(async (transaction) => {
    await lockSettings(transaction, deviceId)
    const reply = client.post(path, command())
    await eventually('it waits', async () => (await countWaiting(site.sql)) === 1)
    await happen()
    return { reply }
  })
  const reply = await waiting.reply
  return [reply.statusCode, reply.json().error]
}

it('CM18 a command that waited leaves only if it is still confirmed and allowed', async () => {
  const before = sent.length
  const person = async () => {
    const { client, id } = await holder(['user'], ['command device'])
    return { client, id, other: await site.clientOf(id) }
  }
  const late = await person()
  expect(await afterWaiting(late.client, () => (now += 40_000))).toEqual([409, 'conflict'])
  const signedOut = await person()
  const endSession = () => signedOut.other.delete('/api/profile/sessions')
  expect(await afterWaiting(signedOut.client, endSession)).toEqual([401, 'unauthenticated'])
  const robbed = await person()
  const takePermission = () =>
    site.sql.deleteFrom('user_permissions').where('user_id', '=', robbed.id).execute()
  expect(await afterWaiting(robbed.client, takePermission)).toEqual([403, 'forbidden'])
  const disabled = await person()
  const disable = () => administrator.post(`/api/users/${disabled.id}/disable`)
  expect(await afterWaiting(disabled.client, disable)).toEqual([401, 'unauthenticated'])
  expect(sent).toHaveLength(before)
  const allowed = await person()
  expect(await afterWaiting(allowed.client, () => undefined)).toEqual([200, undefined])
  await eventually('what still counts leaves', () => sent.length === before + 1)
})

it('CM13 when the contract ends, so do commands', async () => {
  const { client } = await holder(['user'], ['command device'])
  expect(await attempt(client)).toBe(200)
  const count = sent.length
  now = endOfContract
  const reply = await client.post(path, command())
  expect([reply.statusCode, reply.json().error]).toEqual([403, 'contract_closed'])
  expect((await client.get(`${path}/history`)).statusCode).toBe(403)
  expect(await attempt(administrator)).toBe(200)
  expect(sent).toHaveLength(count + 1)
})
