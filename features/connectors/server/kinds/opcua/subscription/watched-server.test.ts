import { DataType, StatusCodes } from 'node-opcua-client'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { eventually } from '#testing/eventually.ts'
import { OpcUaServer } from '#testing/peers/opcua-server.ts'
import { RecordingHost } from '#testing/peers/recording-host.ts'
import { TcpRelay } from '#testing/peers/tcp-relay.ts'
import { sharedDirectory } from '#testing/temporary-directory.ts'
import { OpcUaSettings } from '../../../../contract/kinds/opcua.ts'
import { openSession } from '../access/open-session.ts'
import { ownCertificate } from '../access/own-certificate.ts'
import { createOpcUaDriver } from '../driver.ts'
import { WatchedServer, watchTimes } from './watched-server.ts'

const directory = sharedDirectory()
const driver = createOpcUaDriver(`${directory}/own`, { repairMs: 20_000, retryMs: 100 })
let plant: OpcUaServer
let line: ReturnType<OpcUaServer['addObject']>

beforeAll(async () => {
  plant = await OpcUaServer.create({ directory: `${directory}/plant` })
  line = plant.addObject('Line')
  await plant.start()
})
afterAll(() => plant.stop())

const item = (name: string, more: object = {}) => ({
  ...{ nodeId: `ns=1;s=${name}`, lesiId: 'PRESS-1', key: name },
  ...more,
})

async function watch(change: object, host = new RecordingHost(), server = plant) {
  const settings = OpcUaSettings.parse({
    endpointUrl: server.endpointUrl,
    security: { mode: 'none', policy: 'None' },
    ...{ user: null, acceptedCertificate: null, items: [] },
    ...{ publishingIntervalMs: 50, samplingIntervalMs: 50, confirmIntervalMs: null },
    ...change,
  })
  const connection = await driver.connect({ settings, secrets: {} }, host)
  onTestFinished(() => connection.close())
  return { host, connection }
}

const double = (value: number) => ({ dataType: DataType.Double, value })

test('OU6 a node that the server does not have is listed, and watched later', async () => {
  plant.addVariable(line, 'present', double(1))
  const { host } = await watch({ items: [item('present'), item('late')] })
  await eventually('it is listed', () => host.of('late').length > 0)
  expect(host.of('late')[0]).toMatchObject({ value: null, quality: 'bad' })
  expect(host.reasonsOf('late')[0]).toContain('BadNodeIdUnknown')
  await eventually('the others are read', () => host.of('present').length > 0)
  const late = plant.addVariable(line, 'late', double(7))
  await eventually('it is read', () => host.of('late').some((each) => each.value === 7))
  plant.namespace.deleteNode(late)
  await eventually('it has no value', () => host.of('late').at(-1)?.quality === 'bad')
  plant.addVariable(line, 'late', double(8))
  await eventually('it is read again', () => host.of('late').at(-1)?.value === 8)
})

test('OU7 a value that stays the same is stored again while the subscription lives', async () => {
  const constant = plant.addVariable(line, 'constant', double(4))
  const failing = plant.addVariable(line, 'failing', double(5))
  const items = [item('constant'), item('failing')]
  const { host } = await watch({ items, confirmIntervalMs: 1_000 })
  await eventually('it is read', () => host.of('failing').length > 0)
  failing.setValueFromSource(double(5), StatusCodes.BadNotConnected)
  await eventually('it was confirmed twice', () => host.of('constant').length > 2)
  const times = host.of('constant').map((each) => each.time ?? 0)
  expect(times).toEqual(times.toSorted((one, other) => one - other))
  expect(new Set(times).size).toBe(times.length)
  expect(host.of('constant').every((each) => each.value === 4)).toBe(true)
  expect(constant.readValue().sourceTimestamp?.getTime()).toBe(times[0])
  expect(host.of('failing').at(-1)?.quality).toBe('bad')
  expect(host.of('failing').length).toBeLessThan(4)
})

test('OU8 a deadband is asked for at the server, which may refuse it', async () => {
  const coarse = plant.addVariable(line, 'coarse', double(10))
  plant.addVariable(line, 'word', { dataType: DataType.String, value: 'RUN' })
  const deadband = { kind: 'absolute', value: 5 }
  const { host } = await watch({
    items: [item('coarse', { deadband }), item('word', { deadband })],
  })
  await eventually('it is read', () => host.of('coarse').length === 1)
  for (const value of [12, 14, 16]) {
    coarse.setValueFromSource(double(value))
    await eventually('the server has looked', () => coarse.readValue().value.value === value)
  }
  await eventually('the last is read', () => host.of('coarse').at(-1)?.value === 16)
  expect(host.reasonsOf('word')[0]).toContain('BadFilterNotAllowed')
})

test('OU9 after a short interruption the values that the server held come too', async () => {
  const counter = plant.addVariable(line, 'counter', double(0))
  const relay = await TcpRelay.to(plant.port)
  onTestFinished(() => relay.cut())
  const { host } = await watch({
    ...{ endpointUrl: `opc.tcp://127.0.0.1:${relay.port}`, items: [item('counter')] },
    ...{ queueSize: 100, samplingIntervalMs: 0 },
  })
  await eventually('it is read', () => host.of('counter').length > 0)
  relay.cut()
  await eventually('the loss is noticed', () => host.failures.length > 0)
  for (let value = 1; value <= 10; value++) counter.setValueFromSource(double(value))
  await relay.repair()
  const values = () => new Set(host.of('counter').map(({ value }) => value))
  await eventually('all have come', () => values().size >= 11)
  // What was under way comes twice, with its own time.
  const times = (each: number) =>
    new Set(host.of('counter').flatMap(({ time, value }) => (value === each ? [time ?? 0] : [])))
  const inOrder = Array.from({ length: 11 }, (_, value) => [...times(value)]).flat()
  expect(inOrder).toHaveLength(11)
  expect(inOrder).toEqual(inOrder.toSorted((one, other) => one - other))
  await eventually('it is connected', () => host.failures.length > 1)
  expect(host.failures).toEqual([{ code: 'connection_lost', detail: '' }, null])
  expect(host.statuses.map(([, status]) => status)).toEqual(['online', 'offline', 'online'])
})

test('OU9 when the server was restarted the connection ends, and can be made again', async () => {
  const place = { directory: `${directory}/restarted` }
  const before = await OpcUaServer.create(place)
  before.addVariable(before.addObject('Line'), 'level', double(1))
  await before.start()
  const items = [item('level')]
  const { host, connection } = await watch({ items }, new RecordingHost(), before)
  await eventually('it is read', () => host.of('level').length > 0)
  const ended = expect(connection.ended).rejects.toMatchObject({ code: 'connection_lost' })
  await before.stop()
  const after = await OpcUaServer.create({ ...place, port: before.port })
  after.addVariable(after.addObject('Line'), 'level', double(2))
  await after.start()
  onTestFinished(() => after.stop())
  await ended
  const again = await watch({ items }, new RecordingHost(), after)
  await eventually('it is read again', () => again.host.of('level').at(-1)?.value === 2)
})

test('OU10 of a server that floods a slow store nothing is lost below the bound', async () => {
  const names = Array.from({ length: 500 }, (_, index) => `flood${index}`)
  const variables = names.map((name) => plant.addVariable(line, name, double(0)))
  const host = new RecordingHost()
  let open = () => {}
  host.gate = new Promise<void>((resolve) => (open = resolve))
  await watch(
    { items: names.map((name) => item(name)), queueSize: 10_000, samplingIntervalMs: 0 },
    host,
  )
  const { host: witness } = await watch({ items: [item('flood499')] })
  const rounds = Array.from({ length: 42 }, (_, index) => index)
  for (const round of rounds) {
    for (const variable of variables) variable.setValueFromSource(double(round))
    await eventually('the server saw it', () => witness.of('flood499').at(-1)?.value === round)
  }
  expect(host.taken).toEqual([])
  open()
  await eventually('all have come', () => host.taken.length >= names.length * rounds.length)
  for (const name of names) expect(host.of(name).map((each) => each.value)).toEqual(rounds)
})

test('OU13 OU23 a command is written in the variable’s type, its outcome reported', async () => {
  const wanted = plant.addVariable(line, 'wanted', { dataType: DataType.Int16, value: 1 })
  const fixed = plant.addVariable(line, 'fixed', double(1))
  Object.assign(fixed, { accessLevel: 1, userAccessLevel: 1 })
  const { host, connection } = await watch({ items: [item('wanted'), item('fixed'), item('no')] })
  const write = (target: string, value: number | boolean, deadline = Date.now() + 10_000) =>
    connection.write?.({ ...{ lesiId: 'PRESS-1', target, value, deadline } })
  expect(await write('wanted', 42)).toEqual({ outcome: 'done' })
  expect(wanted.readValue().value).toMatchObject({ dataType: DataType.Int16, value: 42 })
  await eventually('it is read', () => host.of('wanted').at(-1)?.value === 42)
  expect(await write('wanted', 40_000)).toMatchObject({ outcome: 'refused' })
  expect(await write('wanted', true)).toMatchObject({ outcome: 'refused' })
  expect(await write('fixed', 2)).toMatchObject({
    ...{ outcome: 'refused', reason: expect.stringContaining('BadNotWritable') },
  })
  expect(await write('no', 1)).toMatchObject({
    ...{ outcome: 'refused', reason: expect.stringContaining('BadNodeIdUnknown') },
  })
  expect(await write('wanted', 7, Date.now() - 1)).toEqual({ outcome: 'not-connected' })
  expect(await write('nothing', 7)).toEqual({ outcome: 'not-connected' })
  expect(wanted.readValue().value.value).toBe(42)
})

test('CN43 a command whose connection is lost before it is written is not sent later', async () => {
  const variable = plant.addVariable(line, 'lost', { dataType: DataType.Int16, value: 1 })
  const relay = await TcpRelay.to(plant.port)
  const access = {
    ...{ endpointUrl: `opc.tcp://127.0.0.1:${relay.port}`, user: null, password: undefined },
    ...({ security: { mode: 'none', policy: 'None' }, acceptedCertificate: null } as const),
    mayExposePassword: false,
  }
  const own = await ownCertificate(`${directory}/own`)
  const open = await openSession(access, own, new AbortController().signal)
  const settings = OpcUaSettings.parse({ ...access, items: [item('lost')] })
  const host = new RecordingHost()
  const watched = new WatchedServer({ open, settings, host, times: watchTimes })
  onTestFinished(async () => {
    await watched.close()
    relay.cut()
  })
  await watched.begin()
  const { session } = open
  const typeOf = session.getBuiltInDataType.bind(session)
  session.getBuiltInDataType = async (id) => {
    const type = await typeOf(id)
    relay.cut()
    await eventually('the loss is noticed', () => host.failures.length > 0)
    return type
  }
  const target = { lesiId: 'PRESS-1', target: 'lost', value: 2 }
  const outcome = await watched.write({ ...target, deadline: Date.now() + 60_000 })
  expect(outcome).toEqual({ outcome: 'not-connected' })
  expect(variable.readValue().value.value).toBe(1)
})
