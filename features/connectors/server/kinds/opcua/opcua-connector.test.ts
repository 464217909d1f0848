import { statSync } from 'node:fs'
import { DataType, StatusCodes, VariantArrayType } from 'node-opcua-client'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import type { HttpClient } from '#testing/peers/http-client.ts'
import { OpcUaServer } from '#testing/peers/opcua-server.ts'
import { startTestApplication, type TestApplication } from '#testing/sites/application.ts'
import { sharedDirectory, temporaryDirectory } from '#testing/temporary-directory.ts'
import type { ConfiguredConnector } from '../../../contract/connector.ts'
import { ownCertificate } from './access/own-certificate.ts'

const directory = sharedDirectory()
let site: TestApplication
let administrator: HttpClient
let plant: OpcUaServer
let line: ReturnType<OpcUaServer['addObject']>

beforeAll(async () => {
  plant = await OpcUaServer.create({ directory })
  line = plant.addObject('Line')
  await plant.start()
  site = await startTestApplication()
  const id = await site.addAccount({ email: 'admin@example.org', roles: ['admin'] })
  administrator = await site.clientOf(id)
})
afterAll(async () => {
  await site.close()
  await plant.stop()
})

const item = (lesiId: string, name: string, more: object = {}) => ({
  ...{ nodeId: `nsu=${plant.namespace.namespaceUri};s=${name}`, lesiId, key: name, ...more },
})

const settings = (own: object = {}) => ({
  ...{ endpointUrl: plant.endpointUrl, security: { mode: 'none', policy: 'None' }, user: null },
  ...{ acceptedCertificate: null, publishingIntervalMs: 50, samplingIntervalMs: 50, items: [] },
  ...own,
})

async function run(name: string, own: object) {
  const body = { kind: 'opcua', name, settings: settings(own) }
  const reply = await administrator.post('/api/connectors', body)
  expect(reply.statusCode).toBe(200)
  const { id } = reply.json<{ data: ConfiguredConnector }>().data
  onTestFinished(async () => void (await administrator.delete(`/api/connectors/${id}`)))
  return {
    id,
    read: async () =>
      (await administrator.get(`/api/connectors/${id}`)).json<{ data: ConfiguredConnector }>().data,
  }
}

const poll = <Value>(read: () => Value) => expect.poll(read, { timeout: 30_000 })

/** What is on disk of a sensor: value and quality, by time. */
async function stored(lesiId: string, key: string): Promise<(readonly [number, number])[]> {
  const { catalogue, writer } = site.data
  const device = catalogue.device(lesiId)
  const sensor = device && catalogue.sensorByKey(device.id, key)
  if (!sensor) return []
  await writer.flush()
  const rows = await site.telemetry.rows<{ value: number; quality: number }>(
    `SELECT value, quality FROM numeric_readings WHERE sensor = ${sensor.id} ORDER BY time`,
  )
  return rows.map(({ value, quality }) => [value, quality])
}

test('OU4 values of a server are stored with their quality, or listed', async () => {
  const level = plant.addVariable(line, 'level', { dataType: DataType.Double, value: 1 })
  plant.addVariable(line, 'big', {
    ...{ dataType: DataType.Int64, arrayType: VariantArrayType.Scalar, value: [0x200000, 1] },
  })
  const hint = { unit: 'bar', type: 'analog' }
  const items = [item('UA-1', 'level', { hint }), item('UA-1', 'big'), item('UA-1', 'nowhere')]
  const connector = await run('Line 1', { items, confirmIntervalMs: null })
  await poll(() => stored('UA-1', 'level')).toEqual([[1, 0]])
  for (const [value, status] of [
    [2, StatusCodes.UncertainSubNormal],
    [3, StatusCodes.BadOutOfService],
    [4, StatusCodes.Good],
  ] as const) {
    level.setValueFromSource({ dataType: DataType.Double, value }, status)
    await poll(async () => (await stored('UA-1', 'level')).at(-1)?.[0]).toBe(value)
  }
  expect(await stored('UA-1', 'level')).toEqual([
    [1, 0],
    [2, 1],
    [3, 2],
    [4, 0],
  ])
  const refusals = await administrator.get('/api/ingest/refusals?limit=100')
  const reasons = refusals.json<{ data: { field: string; reason: string }[] }>().data
  expect(reasons.find((each) => each.field === 'big')?.reason).toContain('9007199254740993')
  expect(reasons.find((each) => each.field === 'nowhere')?.reason).toContain('BadNodeIdUnknown')
  expect((await connector.read()).status).toMatchObject({ state: 'running', lastFailure: null })
  const { data } = site
  const added = data.catalogue.device('UA-1')
  expect(data.catalogue.sensorByKey(added?.id ?? 0, 'level')).toMatchObject(hint)
  expect(data.presence.status(added?.id ?? 0).status).toBe('online')
})

test('OU12 a process that is killed starts again, and another does not notice', async () => {
  const one = plant.addVariable(line, 'one', { dataType: DataType.Double, value: 1 })
  const other = plant.addVariable(line, 'other', { dataType: DataType.Double, value: 1 })
  const before = new Set(site.connectors.manager.pids)
  const killed = await run('Killed', { items: [item('UA-2', 'one')] })
  const pid = site.connectors.manager.pids.find((each) => !before.has(each)) ?? 0
  const untouched = await run('Untouched', { items: [item('UA-3', 'other')] })
  await poll(async () => (await stored('UA-2', 'one')).at(-1)?.[0]).toBe(1)
  await poll(async () => (await stored('UA-3', 'other')).at(-1)?.[0]).toBe(1)
  process.kill(pid, 'SIGKILL')
  await poll(async () => (await killed.read()).status.lastFailure?.code).toBe('process_ended')
  other.setValueFromSource({ dataType: DataType.Double, value: 2 })
  one.setValueFromSource({ dataType: DataType.Double, value: 2 })
  await poll(async () => (await stored('UA-3', 'other')).at(-1)?.[0]).toBe(2)
  expect((await untouched.read()).status).toMatchObject({ state: 'running', lastFailure: null })
  await poll(async () => (await stored('UA-2', 'one')).at(-1)?.[0]).toBe(2)
})

test('OU13 what a connector lets be written is a command, and nothing else', async () => {
  const wanted = plant.addVariable(line, 'wanted', { dataType: DataType.Float, value: 1 })
  plant.addVariable(line, 'fixed', { dataType: DataType.Float, value: 1 })
  const command = { type: 'number', minimum: 0, maximum: 10 }
  const hint = { unit: 'bar', type: 'analog' }
  await run('Written', {
    items: [item('UA-4', 'wanted', { command, hint }), item('UA-4', 'fixed')],
  })
  await poll(async () => (await stored('UA-4', 'wanted')).at(-1)?.[0]).toBe(1)
  const device = site.data.catalogue.device('UA-4')
  const protocol = site.data.protocols.named('opcua')
  if (!device || !protocol) throw new Error('there is a device and its protocol')
  const offer = await protocol.offer(device, [])
  expect(offer).toMatchObject({
    readiness: 'ready',
    targets: [{ name: 'wanted', type: 'number', unit: 'bar', minimum: 0, maximum: 10 }],
  })
  const [target] = offer?.targets ?? []
  if (!target || offer?.targets.length !== 1) throw new Error('one target is offered')
  const deadline = Date.now() + 20_000
  const options = { deadline, signal: new AbortController().signal, onAccepted: () => undefined }
  const sent = { id: crypto.randomUUID(), device, target, value: 7.5 }
  expect(await protocol.send(sent, options)).toEqual({ outcome: 'done' })
  expect(wanted.readValue().value.value).toBe(7.5)
  await poll(async () => (await stored('UA-4', 'wanted')).at(-1)?.[0]).toBe(7.5)
})

test('OU11 the own certificate is made once, and is readable for nobody else', async () => {
  const own = `${temporaryDirectory()}/opcua`
  const made = await Promise.all([ownCertificate(own), ownCertificate(own)])
  expect(made[0]).toEqual(made[1])
  expect(await ownCertificate(own)).toEqual(made[0])
  expect(made[0].applicationUri).toMatch(/^urn:warroom:/)
  expect(statSync(`${own}/own-certificate.pem`).mode & 0o077).toBe(0)
  expect(statSync(own).mode & 0o077).toBe(0)
})

test('OU2 a connection is tested before it is stored, and reports why it fails', async () => {
  const draft = (more: object) => ({ kind: 'opcua', settings: settings(), ...more })
  const ask = async (request: object) =>
    (await administrator.post('/api/connectors/browse', draft({ request }))).json().data
  expect(await ask({ ask: 'endpoints' })).toMatchObject({
    failure: null,
    found: {
      found: 'endpoints',
      endpoints: expect.arrayContaining([expect.objectContaining({ mode: 'none' })]),
    },
  })
  expect(await ask({ ask: 'children', nodeId: 's=nowhere', from: 0 })).toMatchObject({
    failure: { code: 'not_understood' },
  })
  const security = { mode: 'sign', policy: 'Basic256Sha256' }
  const tried = await administrator.post(
    '/api/connectors/test',
    draft({ settings: settings({ security }) }),
  )
  expect(tried.json().data).toMatchObject({ failure: { code: 'certificate_not_accepted' } })
})
