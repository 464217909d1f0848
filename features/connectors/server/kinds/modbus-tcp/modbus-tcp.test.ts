import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import type { HttpClient } from '#testing/peers/http-client.ts'
import { startModbusServer, type ModbusPeer } from '#testing/peers/modbus-server.ts'
import { startTestApplication, type TestApplication } from '#testing/sites/application.ts'
import type { Connector } from '../../../contract/connector.ts'
import type { ModbusPoint } from '../../../contract/kinds/modbus-tcp.ts'

let site: TestApplication
let administrator: HttpClient
let names = 0

beforeAll(async () => {
  site = await startTestApplication()
  const id = await site.addAccount({ email: 'admin@example.org', roles: ['admin'] })
  administrator = await site.clientOf(id)
})
afterAll(() => site.close())

async function startPeer(port?: number): Promise<ModbusPeer> {
  const peer = await startModbusServer(port)
  onTestFinished(() => peer.close())
  return peer
}

const groups = [{ name: 'fast', intervalMs: 100 }]
const point = (lesiId: string, own: Partial<ModbusPoint>) => ({
  ...{ lesiId, key: 'value', unitId: 1, table: 'holding', address: 0, type: 'uint16' },
  ...{ group: 'fast', ...own },
})

/** Adds a connector that runs; reads what it is now. */
async function run(port: number, points: object[], own: object = {}) {
  const settings = { host: '127.0.0.1', port, timeoutMs: 5_000, groups, points, ...own }
  const body = { kind: 'modbus-tcp', name: `Modbus ${++names}`, settings }
  const reply = await administrator.post('/api/connectors', body)
  expect(reply.statusCode).toBe(200)
  const { id } = reply.json().data
  onTestFinished(async () => void (await administrator.delete(`/api/connectors/${id}`)))
  return {
    id,
    read: async () =>
      (await administrator.get(`/api/connectors/${id}`)).json<{ data: Connector }>().data,
  }
}

/** The last value of each sensor of a device, by key, with its quality. */
function currentOf(lesiId: string): Record<string, unknown> {
  const { catalogue, current } = site.data
  const device = catalogue.device(lesiId)
  if (!device) return {}
  return Object.fromEntries(
    catalogue.sensorsOf(device.id).map(({ id, key }) => {
      const reading = current.get(id)?.reading
      return [key, reading && [reading.value, reading.quality]]
    }),
  )
}
const statusOf = (lesiId: string) => {
  const device = site.data.catalogue.device(lesiId)
  return device && site.data.presence.status(device.id).status
}
const poll = <Value>(read: () => Value) => expect.poll(read, { timeout: 15_000 })

it('CN20 reads registers and bits of every table and unit as readings of devices', async () => {
  const peer = await startPeer()
  const set = (place: string, ...values: number[]) => {
    const [unit, table, address] = place.split(' ')
    for (const [index, value] of values.entries())
      peer.values.set(`${unit} ${table} ${Number(address) + index}`, value)
  }
  set('1 holding 10', 0x4048, 0xf5c3, 7)
  set('1 input 10', 65_535)
  set('2 coil 3', 1, 0, 1)
  set('2 discrete 0', 1)
  const connector = await run(peer.port, [
    point('MB-1', { key: 'level', address: 10, type: 'float32' }),
    point('MB-1', { key: 'count', address: 12 }),
    point('MB-1', { key: 'offset', table: 'input', address: 10, type: 'int16' }),
    point('MB-2', { key: 'open', unitId: 2, table: 'coil', address: 3, type: 'bit' }),
    point('MB-2', { key: 'shut', unitId: 2, table: 'coil', address: 4, type: 'bit' }),
    point('MB-2', { key: 'end', unitId: 2, table: 'discrete', type: 'bit' }),
  ])
  await poll(() => currentOf('MB-1')).toEqual({
    level: [expect.closeTo(3.14, 5), 'good'],
    ...{ count: [7, 'good'], offset: [-1, 'good'] },
  })
  await poll(() => currentOf('MB-2')).toEqual({
    ...{ open: [1, 'good'], shut: [0, 'good'], end: [1, 'good'] },
  })
  const { status } = await connector.read()
  expect(status).toMatchObject({ state: 'running', lastFailure: null, refused: 0 })
  expect(peer.requests).toContain('1 holding 10 3')
  expect([statusOf('MB-1'), statusOf('MB-2')]).toEqual(['online', 'online'])
})

it('CN23 CN28 a point that the unit refuses is bad, listed, and the others are read', async () => {
  const peer = await startPeer()
  for (let address = 0; address < 10; address++) peer.values.set(`1 holding ${address}`, address)
  peer.exceptions.set('1 holding 4', 2)
  const keys = Array.from({ length: 10 }, (_, address) => `r${address}`)
  const points = keys.map((key, address) => point('MB-3', { key, address }))
  const connector = await run(peer.port, points)
  const expected = Object.fromEntries(
    keys.flatMap((key, value) => (value === 4 ? [] : [[key, [value, 'good']]])),
  )
  await poll(() => currentOf('MB-3')).toEqual(expected)
  expect((await connector.read()).status).toMatchObject({ state: 'running', lastFailure: null })
  const problem = { lesiId: 'MB-3', key: 'r4', place: 'unit 1, holding 4' }
  const reason = 'exception 2, illegal data address'
  const problems = async () => (await connector.read()).status.problems
  await poll(problems).toEqual([{ ...problem, reason }])
  expect((await connector.read()).status.problemCount).toBe(1)
  // It is read alone from then on, and has a value as soon as there is one.
  peer.exceptions.clear()
  await poll(() => currentOf('MB-3')).toEqual({ ...expected, r4: [4, 'good'] })
  await poll(problems).toEqual([])
  peer.exceptions.set('1 holding 4', 4)
  await poll(() => currentOf('MB-3')['r4']).toEqual([null, 'bad'])
})

it('CN24 CN28 a unit that does not answer is off line alone, listed, and comes back', async () => {
  const peer = await startPeer()
  peer.values.set('1 holding 0', 1).set('2 holding 0', 2)
  const points = [point('MB-4', {}), point('MB-5', { unitId: 2 })]
  const connector = await run(peer.port, points, { timeoutMs: 500 })
  await poll(() => [statusOf('MB-4'), statusOf('MB-5')]).toEqual(['online', 'online'])
  peer.silentUnits.add(2)
  await poll(() => [statusOf('MB-4'), statusOf('MB-5')]).toEqual(['online', 'offline'])
  await poll(async () => (await connector.read()).status).toMatchObject({
    state: 'running',
    problems: [{ lesiId: 'MB-5', key: 'value', place: 'unit 2, holding 0' }],
  })
  peer.silentUnits.clear()
  await poll(() => statusOf('MB-5')).toBe('online')
  peer.silentUnits.add(1).add(2)
  await poll(() => [statusOf('MB-4'), statusOf('MB-5')]).toEqual(['offline', 'offline'])
  expect((await connector.read()).status.lastFailure?.code).toBe('no_answer')
})

it('CN24 it connects again after the server was away', async () => {
  const peer = await startModbusServer()
  peer.values.set('1 holding 0', 1)
  const connector = await run(peer.port, [point('MB-6', {})])
  await poll(() => currentOf('MB-6')).toEqual({ value: [1, 'good'] })
  await peer.close()
  await poll(() => statusOf('MB-6')).toBe('offline')
  const state = async () => (await connector.read()).status.state
  await poll(state).toBe('failing')
  const again = await startPeer(peer.port)
  again.values.set('1 holding 0', 2)
  await poll(() => currentOf('MB-6')).toEqual({ value: [2, 'good'] })
  expect([await state(), statusOf('MB-6')]).toEqual(['running', 'online'])
})

it('CN26 coils and registers are written by commands, where they may be', async () => {
  const peer = await startPeer()
  peer.values.set('1 coil 0', 0).set('1 holding 5', 7)
  peer.values.set('1 holding 10', 0).set('1 holding 11', 0)
  await run(peer.port, [
    point('MB-7', { key: 'pump', table: 'coil', type: 'bit', isWritable: true }),
    point('MB-7', { key: 'level', address: 10, type: 'float32', order: 'CDAB', isWritable: true }),
    point('MB-7', { key: 'speed', address: 5, type: 'int16', isWritable: true }),
    point('MB-7', { key: 'fixed', address: 5 }),
  ])
  await poll(() => currentOf('MB-7')['pump']).toEqual([0, 'good'])
  const device = site.data.catalogue.device('MB-7')
  const protocol = site.data.protocols.named('modbus-tcp')
  if (!device || !protocol) throw new Error('there is a device and its protocol')
  const offer = await protocol.offer(device, [])
  expect(offer?.readiness).toBe('ready')
  expect(offer?.targets).toMatchObject([
    { name: 'pump', type: 'boolean' },
    { name: 'level', type: 'number', minimum: null },
    { name: 'speed', type: 'integer', minimum: -32_768, maximum: 32_767 },
  ])
  const send = async (key: string, value: number | boolean, deadline = Date.now() + 10_000) => {
    const target = offer?.targets.find(({ sensorKey }) => sensorKey === key)
    if (!target) throw new Error(`${key} is offered`)
    const options = { deadline, signal: new AbortController().signal, onAccepted: () => undefined }
    return protocol.send({ id: crypto.randomUUID(), device, target, value }, options)
  }
  expect(await send('pump', true)).toEqual({ outcome: 'done' })
  expect(await send('level', 21.5)).toEqual({ outcome: 'done' })
  expect(await send('speed', -2)).toEqual({ outcome: 'done' })
  expect(await send('speed', 40_000)).toMatchObject({ outcome: 'refused' })
  expect(await send('pump', 1)).toMatchObject({ outcome: 'refused' })
  expect(await send('pump', false, Date.now() - 1)).toEqual({ outcome: 'not-connected' })
  await poll(() => currentOf('MB-7')).toEqual({
    ...{ pump: [1, 'good'], level: [21.5, 'good'], speed: [-2, 'good'], fixed: [65_534, 'good'] },
  })
  peer.exceptions.set('1 coil 0', 4)
  const refused = { outcome: 'refused', reason: 'exception 4, device failure' }
  expect(await send('pump', false)).toEqual(refused)
  peer.silentUnits.add(1)
  expect(peer.written.filter((line) => line.startsWith('1 coil'))).toEqual(['1 coil 0 1'])
  const nobody = { ...device, lesiId: 'MB-99' }
  expect(await protocol.offer(nobody, [])).toBeNull()
})
