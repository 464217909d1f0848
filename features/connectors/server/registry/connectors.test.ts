import { pino } from 'pino'
import { beforeAll, expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { createKeyring } from '#kit/server/secrets/keyring.ts'
import { recordAudit } from '#testing/audit.ts'
import { withHeldAnswers } from '#testing/postgres/held-answers.ts'
import { accountSite, type Person } from '#testing/sites/account-site.ts'
import { temporaryDirectory } from '#testing/temporary-directory.ts'
import type { ConfiguredConnector, Connector } from '../../contract/connector.ts'
import { defineKind } from '../../contract/kind.ts'
import { Connectors } from '../connectors.ts'
import { requireSecrets, runnableConnector } from './configuration.ts'
import {
  deleteConnector,
  insertConnector,
  readConnectorRow,
  writeSecrets,
} from './connectors-store.ts'
import { openSecrets, sealSecrets } from './secrets.ts'

const site = accountSite()
let administrator: Person
let manager: Person

beforeAll(async () => {
  administrator = await site.addPerson({ roles: ['admin'] })
  manager = await site.addPerson({ roles: ['manager'] })
})

const groups = [{ name: 'fast', intervalMs: 100 }]
/** Nobody listens there. */
const settings = { host: '127.0.0.1', port: 1, groups, points: [] }
const pointOf = (lesiId: string) => ({
  ...{ lesiId, key: 'level', unitId: 1, table: 'holding', address: 0, type: 'uint16' },
  group: 'fast',
})

const send = (body: object, { client } = administrator) => client.post('/api/connectors', body)

async function add(name: string, own: object = {}): Promise<ConfiguredConnector> {
  const body = { kind: 'modbus-tcp', name, settings, isPaused: true, ...own }
  const reply = await send(body)
  expect(reply.statusCode).toBe(200)
  const { data } = reply.json<{ data: ConfiguredConnector }>()
  onTestFinished(() => void administrator.client.delete(`/api/connectors/${data.id}`))
  return data
}

const list = async () =>
  (await administrator.client.get('/api/connectors')).json<{ data: Connector[] }>().data

const entriesOf = async (id: number) => {
  const reply = await administrator.client.get('/api/audit?entity=connector&limit=100')
  const { data } = reply.json<{
    data: { action: string; entityId: string; before: object | null; after: object | null }[]
  }>()
  return data.filter(({ entityId }) => entityId === String(id)).toReversed()
}

it('CN9 is added, shown, changed, paused, resumed and removed, each with an entry', async () => {
  const connector = await add('Press hall')
  const path = `/api/connectors/${connector.id}`
  expect(connector).toMatchObject({
    ...{ kind: 'modbus-tcp', name: 'Press hall', address: '127.0.0.1:1', isPaused: true },
    ...{ version: 1, secrets: [], settings: { ...settings, timeoutMs: 3_000 } },
    status: { state: 'paused', lastFailure: null, readings: 0, lastReadingAt: null },
  })
  const { client } = administrator
  const renamed = { version: 1, name: 'Press hall 2', settings: { ...settings, port: 2 } }
  expect((await client.put(path, renamed)).json().data).toMatchObject({
    ...{ name: 'Press hall 2', address: '127.0.0.1:2', version: 2 },
  })
  const late = await client.put(path, { ...renamed, name: 'Mine' })
  expect([late.statusCode, late.json().error]).toEqual([409, 'conflict'])
  expect((await client.post(`${path}/resume`, {})).json().data.isPaused).toBe(false)
  const status = async () => (await client.get(path)).json<{ data: Connector }>().data.status
  const code = async () => (await status()).lastFailure?.code
  await expect.poll(code, { timeout: 15_000 }).toBe('connection_refused')
  expect((await client.post(`${path}/pause`, {})).json().data.status.state).toBe('paused')
  expect((await client.delete(path)).statusCode).toBe(204)
  expect((await client.get(path)).statusCode).toBe(404)
  const entries = await entriesOf(connector.id)
  expect(entries.map(({ action }) => action)).toEqual([
    ...['connector.add', 'connector.update', 'connector.resume', 'connector.pause'],
    'connector.remove',
  ])
  expect(entries[1]).toMatchObject({
    ...{ before: { name: 'Press hall', port: 1 }, after: { name: 'Press hall 2', port: 2 } },
  })
})

it('CN9 names are unique whatever their case, and settings fit their kind', async () => {
  await add('Mixer')
  const refused = async (body: object) => {
    const reply = await send({ kind: 'modbus-tcp', name: 'Other', settings, ...body })
    expect(reply.statusCode).toBe(422)
    return reply.json().errors
  }
  expect(await refused({ name: 'mIXER' })).toEqual({ name: ['is the name of another connector'] })
  expect(await refused({ kind: 'constructor' })).toEqual({ kind: ['is no kind of connectors'] })
  expect(await refused({ settings: { ...settings, port: 70_000, host: ' ' } })).toEqual({
    ...{ 'settings.port': ['must be at most 65535'], 'settings.host': ['is required'] },
  })
  expect(await refused({ secrets: { token: 'x' } })).toEqual({ secrets: [expect.any(String)] })
})

it('CN9 is in the order that was chosen', async () => {
  const ids: number[] = []
  for (const name of ['one', 'two', 'three']) ids.push((await add(name)).id)
  const [one = 0, two = 0, three = 0] = ids
  const order = async () => (await list()).map(({ id }) => id).filter((id) => ids.includes(id))
  expect(await order()).toEqual([one, two, three])
  const reply = await administrator.client.put('/api/connectors/order', { ids: [three, one] })
  expect(reply.statusCode).toBe(204)
  expect(await order()).toEqual([three, one, two])
})

it('CN4 who is no administrator lets it send only for devices that are theirs', async () => {
  const { client } = manager
  await administrator.client.post('/api/devices', { lesiId: 'FOREIGN-1', name: 'Foreign' })
  await client.post('/api/devices', { lesiId: 'OWN-1', name: 'Own' })
  const body = (lesiId: string) => ({
    ...{ kind: 'modbus-tcp', name: `For ${lesiId}`, isPaused: true },
    settings: { ...settings, points: [pointOf(lesiId)] },
  })
  for (const lesiId of ['FOREIGN-1', 'NOWHERE-1']) {
    const refused = await send(body(lesiId), manager)
    expect([refused.statusCode, refused.json().errors]).toEqual([
      422,
      { settings: [`names ${lesiId}, a device that you may not configure`] },
    ])
    const tried = { ...body(lesiId), name: undefined, isPaused: undefined }
    expect((await client.post('/api/connectors/test', tried)).statusCode).toBe(422)
  }
  expect((await send(body('OWN-1'), manager)).statusCode).toBe(200)
  expect((await send(body('NOWHERE-1'))).statusCode).toBe(200)
})

it('CN7 a connection is tested before it is stored', async () => {
  const body = { kind: 'modbus-tcp', settings }
  const reply = await administrator.client.post('/api/connectors/test', body)
  expect(reply.json().data).toMatchObject({ failure: { code: 'connection_refused' }, found: null })
  expect((await list()).map(({ address }) => address)).not.toContain('nowhere')
})

it('CN12 the metrics count connectors by state', async () => {
  const connector = await add('Counted')
  const metrics = (await administrator.client.get('/api/metrics')).body
  expect(metrics).toMatch(/^warroom_connectors\{kind="modbus-tcp",state="paused"\} [1-9]/m)
  expect(metrics).toMatch(
    /^warroom_connector_readings_stored_total\{kind="modbus-tcp",name="Counted"\} 0/m,
  )
  expect(connector.status.state).toBe('paused')
})

const kind = defineKind({
  settings: z.object({ host: z.string() }),
  secrets: ['password', 'key'],
  address: ({ host }) => host,
  devices: () => 'any',
})
const keyring = createKeyring([Buffer.alloc(32, 1)])

it('CN10 secrets that were not entered again are those that are stored', () => {
  const stored = {
    ...{ id: 7, kind: 'modbus-tcp', name: 'x', isPaused: false, version: 1, settings },
    secrets: sealSecrets(keyring, 7, { password: 'p', key: 'k' }),
  }
  expect(stored.secrets?.bytes.toString('latin1')).not.toContain('password')
  const at = (host: string, entered: Record<string, string | null>) =>
    requireSecrets(keyring, kind, { settings: { host }, entered }, stored)
  const same = '127.0.0.1:1'
  expect(at(same, {})).toEqual({ password: 'p', key: 'k' })
  expect(at(same, { password: 'new', key: null })).toEqual({ password: 'new' })
  expect(at(same, { password: '' })).toEqual({ key: 'k' })
  expect(() => at('elsewhere', { key: 'k2' })).toThrow('entered again')
  expect(at('elsewhere', { password: 'p2', key: null })).toEqual({ password: 'p2' })
  expect(() => at(same, { other: 'x' })).toThrow('other')
})

it('CN11 a connector that can no longer run shows why', () => {
  const row = { id: 7, name: 'x', isPaused: false, version: 1, secrets: null, settings }
  const reason = (change: object) => {
    const { configuration } = runnableConnector(keyring, { kind: 'modbus-tcp', ...row, ...change })
    return 'code' in configuration ? `${configuration.code} ${configuration.detail}` : 'runs'
  }
  expect(reason({})).toBe('runs')
  expect(reason({ kind: 'gone' })).toBe('misconfigured there is no kind gone')
  expect(reason({ settings: { ...settings, port: 'x' } })).toMatch(/^misconfigured port: /)
  const sealed = sealSecrets(createKeyring([Buffer.alloc(32, 9)]), 7, { password: 'p' })
  expect(reason({ secrets: sealed })).toMatch(/^secrets_unreadable /)
  // Those of another connector open nothing.
  expect(reason({ secrets: sealSecrets(keyring, 8, { password: 'p' }) })).toMatch(/^secrets_unr/)
})

/** The same data after a restart of the server, with these keys. */
async function restarted(keys: readonly Buffer[], sql = site.sql): Promise<Connectors> {
  const { data } = site.application
  const log = pino({ level: 'silent' })
  const connectors = new Connectors({
    ...{ sql, audit: recordAudit, keyring: createKeyring(keys), intake: data.fetched },
    ...{ clock: Date.now, log, directory: temporaryDirectory() },
  })
  onTestFinished(() => connectors.close())
  await connectors.start()
  return connectors
}

it('CN1 CN11 what is stored runs after a restart; what cannot run hinders no other', async () => {
  const { sql } = site.application
  const gone = await insertConnector(sql, {
    ...{ kind: 'gone', name: 'Of a former version', settings: {}, isPaused: false },
  })
  onTestFinished(() => deleteConnector(sql, gone))
  const running = await add('Started again', { isPaused: false })
  const paused = await add('Still paused')
  const { manager } = await restarted([Buffer.alloc(32, 7)])
  const codeOf = (id: number) => manager.status(id)?.lastFailure?.code
  await expect.poll(() => codeOf(running.id), { timeout: 15_000 }).toBe('connection_refused')
  expect(codeOf(gone)).toBe('misconfigured')
  expect(manager.status(paused.id)?.state).toBe('paused')
  await manager.remove(gone)
  expect(manager.status(gone)).toBeNull()
})

it('CN10 secrets of a replaced key are sealed with the present one at the start', async () => {
  const { sql } = site.application
  const [present, former] = [Buffer.alloc(32, 7), Buffer.alloc(32, 8)]
  const connector = await add('With a secret')
  const { id } = connector
  await writeSecrets(sql, id, sealSecrets(createKeyring([former]), id, { password: 'p' }))
  await restarted([present, former])
  const row = await readConnectorRow(sql, id)
  expect(row && openSecrets(createKeyring([present]), row)).toEqual({ password: 'p' })
  expect((await entriesOf(id)).at(-1)).toMatchObject({ after: { sealedAnew: ['password'] } })
})

it('CN33 a connector that is read while the server ends is not started any more', async () => {
  const { id } = await add('Read at the end', { isPaused: false })
  const { sql, release, count } = withHeldAnswers(site.sql, /from "connectors".* where "id" =/)
  const connectors = await restarted([Buffer.alloc(32, 7)], sql)
  const refreshing = connectors.refresh(id)
  await expect.poll(count).toBe(1)
  await connectors.close()
  release()
  await refreshing
  expect(connectors.manager.pids).toEqual([])
})
