import {
  DataType,
  OPCUAClient,
  SecurityPolicy,
  StatusCodes,
  VariantArrayType,
} from 'node-opcua-client'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { eventually } from '#testing/eventually.ts'
import { OpcUaServer } from '#testing/peers/opcua-server.ts'
import { RecordingHost } from '#testing/peers/recording-host.ts'
import { OpcUaSettings, type OpcUaFound } from '../../../contract/kinds/opcua.ts'
import type { Connection, ConnectorFailure } from '../../driver.ts'
import { NodeIds } from './access/node-ids.ts'
import { createOpcUaDriver } from './driver.ts'
import { childrenOf } from './view/children.ts'
import { sharedDirectory } from '#testing/temporary-directory.ts'

const directory = sharedDirectory()
const password = 'a word that nobody guesses'
const driver = createOpcUaDriver(`${directory}/own`, { repairMs: 20_000, retryMs: 100 })
let plant: OpcUaServer

beforeAll(async () => {
  const user = { name: 'engineer', password }
  plant = await OpcUaServer.create({ directory: `${directory}/plant`, user })
  const line = plant.addObject('Line')
  for (let index = 0; index < 5_000; index++)
    plant.addVariable(line, `value${index}`, { dataType: DataType.Double, value: index })
  await plant.start()
})
afterAll(() => plant.stop())

const settingsFor = (change: object = {}): OpcUaSettings =>
  OpcUaSettings.parse({
    endpointUrl: plant.endpointUrl,
    security: { mode: 'none', policy: 'None' },
    ...{ user: null, acceptedCertificate: null, items: [] },
    ...{ publishingIntervalMs: 50, samplingIntervalMs: 50 },
    ...change,
  })

const item = (name: string, more: object = {}) => ({
  ...{ nodeId: `ns=1;s=${name}`, lesiId: 'PRESS-1', key: name },
  ...more,
})

async function connect(
  settings: OpcUaSettings,
  host = new RecordingHost(),
): Promise<RecordingHost> {
  const connection: Connection = await driver.connect({ settings, secrets: {} }, host)
  onTestFinished(() => connection.close())
  return host
}

async function browse(request: object, settings = settingsFor()): Promise<OpcUaFound> {
  const { signal } = new AbortController()
  const found = await driver.browse?.({ settings, secrets: {} }, request as never, signal)
  return found as OpcUaFound
}

async function failureOf(
  settings: OpcUaSettings,
  secrets = {},
): Promise<Partial<ConnectorFailure>> {
  const { signal } = new AbortController()
  return driver.test({ settings, secrets }, signal).then(
    () => ({}),
    (failure: unknown) => failure as ConnectorFailure,
  )
}

test('OU1 the tree of a server is read in pages, each node once, by names that last', async () => {
  const names: string[] = []
  const nodeId = `nsu=${plant.namespace.namespaceUri};s=Line`
  for (let from = 0; ; from += 200) {
    const found = await browse({ ask: 'children', nodeId, from })
    if (found.found !== 'children') throw new Error(`found ${found.found}`)
    expect(found.total).toBe(5_000)
    if (found.nodes.length === 0) break
    names.push(...found.nodes.map((node) => node.name))
    expect(found.nodes[0]?.nodeId).toBe(`nsu=${plant.namespace.namespaceUri};s=value${from}`)
  }
  expect(new Set(names).size).toBe(5_000)
  await expect(browse({ ask: 'children', nodeId: 's=nowhere', from: 0 })).rejects.toMatchObject({
    code: 'not_understood',
  })
})

test('OU1 a server that gives few nodes at once is asked until it has given all', async () => {
  const client = OPCUAClient.create({ endpointMustExist: false })
  await client.connect(plant.endpointUrl)
  onTestFinished(() => client.disconnect())
  const session = await client.createSession()
  // As servers do that answer with so many at most.
  session.requestedMaxReferencesPerNode = 300
  const nodeId = `nsu=${plant.namespace.namespaceUri};s=Line`
  const { nodes, total } = await childrenOf(session, await NodeIds.of(session), {
    ...{ nodeId, from: 4_900 },
  })
  expect([total, nodes.length, nodes.at(-1)?.name]).toEqual([5_000, 100, 'value4999'])
})

test('OU1 a variable is described with type, unit, range, states and present value', async () => {
  const { namespace } = plant
  const parent = plant.addObject('Described')
  namespace.addAnalogDataItem({
    ...{ componentOf: parent, browseName: 'pressure', nodeId: 's=pressure', dataType: 'Float' },
    engineeringUnitsRange: { low: 0, high: 16 },
    engineeringUnits: {
      ...{ namespaceUri: 'http://www.opcfoundation.org/UA/units/un/cefact', unitId: 4_342_098 },
      ...{ displayName: { text: 'bar' }, description: { text: 'bar' } },
    },
    value: { dataType: DataType.Float, value: 6.25 },
  })
  namespace.addTwoStateDiscrete({
    ...{ componentOf: parent, browseName: 'door', nodeId: 's=door' },
    ...{ trueState: 'open', falseState: 'closed' },
  })
  plant.addVariable(parent, 'row', {
    ...{ dataType: DataType.Double, arrayType: VariantArrayType.Array },
    value: new Float64Array([1, 2]),
  })
  const nodeIds = ['ns=1;s=pressure', 'ns=1;s=door', 'ns=1;s=row', 'ns=1;s=nowhere']
  const found = await browse({ ask: 'variables', nodeIds })
  expect(found).toMatchObject({
    variables: [
      { dataType: 'Float', unit: 'bar', low: 0, high: 16, value: '6.25', isArray: false },
      { dataType: 'Boolean', states: { '0': 'closed', '1': 'open' } },
      { dataType: 'Double', isArray: true, value: '[1, 2]' },
      { dataType: '', value: expect.stringContaining('BadNodeIdUnknown') },
    ],
  })
})

test('OU2 each policy and mode connects once its certificate is accepted, not before', async () => {
  const found = await browse({ ask: 'endpoints' })
  if (found.found !== 'endpoints') throw new Error(`found ${found.found}`)
  const secured = found.endpoints.filter((each) => each.mode !== 'none' && each.isUnderstood)
  expect(new Set(secured.map((each) => each.policy))).toEqual(
    new Set(['Basic256Sha256', 'Aes128_Sha256_RsaOaep', 'Aes256_Sha256_RsaPss']),
  )
  expect(secured).toHaveLength(6)
  for (const { mode, policy, certificate } of secured) {
    const security = { mode, policy }
    expect(await failureOf(settingsFor({ security }))).toMatchObject({
      code: 'certificate_not_accepted',
      message: expect.stringContaining(String(certificate?.fingerprint)),
    })
    const acceptedCertificate = certificate?.fingerprint
    expect(await failureOf(settingsFor({ security, acceptedCertificate }))).toEqual({})
  }
})

test('OU2 another certificate than the accepted one or a policy not offered ends it', async () => {
  const security = { mode: 'signAndEncrypt', policy: 'Basic256Sha256' }
  const acceptedCertificate = 'a'.repeat(64)
  expect(await failureOf(settingsFor({ security, acceptedCertificate }))).toMatchObject({
    code: 'certificate_changed',
  })
  const only = await OpcUaServer.create({
    ...{ directory: `${directory}/only`, securityPolicies: [SecurityPolicy.Basic256Sha256] },
  })
  await only.start()
  onTestFinished(() => only.stop())
  const other = { mode: 'sign', policy: 'Aes256_Sha256_RsaPss' }
  const elsewhere = settingsFor({ endpointUrl: only.endpointUrl, security: other })
  expect(await failureOf(elsewhere)).toMatchObject({
    code: 'security_not_offered',
    message: expect.stringContaining('Basic256Sha256'),
  })
})

test('OU3 a password is sent only where it is protected, and a wrong one is named', async () => {
  const plain = settingsFor({ user: 'engineer' })
  expect(await failureOf(plain, { password })).toMatchObject({ code: 'password_unprotected' })
  const exposed = settingsFor({ user: 'engineer', mayExposePassword: true })
  expect(await failureOf(exposed, { password })).toEqual({})
  const found = await browse({ ask: 'endpoints' })
  const endpoints = found.found === 'endpoints' ? found.endpoints : []
  const protectedOne = settingsFor({
    ...{ user: 'engineer', security: { mode: 'signAndEncrypt', policy: 'Basic256Sha256' } },
    acceptedCertificate: endpoints[0]?.certificate?.fingerprint,
  })
  expect(await failureOf(protectedOne, { password })).toEqual({})
  expect(await failureOf(protectedOne, { password: 'wrong' })).toMatchObject({
    code: 'sign_in_refused',
  })
  expect(await failureOf(protectedOne)).toMatchObject({ code: 'sign_in_refused' })
})

test('OU4 values come with their quality and the time of their source', async () => {
  const line = plant.addObject('Qualities')
  const speed = plant.addVariable(line, 'speed', { dataType: DataType.Double, value: 1 })
  const at = (second: number) => new Date(Date.UTC(2026, 10, 1, 0, 0, second))
  const host = await connect(settingsFor({ items: [item('speed')], confirmIntervalMs: null }))
  await eventually('the first value is there', () => host.of('speed').length > 0)
  const steps = [
    [2, StatusCodes.Good],
    [3, StatusCodes.UncertainLastUsableValue],
    [4, StatusCodes.BadSensorFailure],
    [5, StatusCodes.GoodClamped],
  ] as const
  for (const [value, status] of steps) {
    speed.setValueFromSource({ dataType: DataType.Double, value }, status, at(value))
    await eventually(`${value} is there`, () =>
      host.of('speed').some((each) => each.value === value),
    )
  }
  expect(host.of('speed').slice(1)).toEqual(
    (['good', 'uncertain', 'bad', 'good'] as const).map((quality, index) => ({
      ...{ lesiId: 'PRESS-1', key: 'speed', value: index + 2, quality },
      time: at(index + 2).getTime(),
    })),
  )
  expect(host.statuses).toEqual([['PRESS-1', 'online']])
})
