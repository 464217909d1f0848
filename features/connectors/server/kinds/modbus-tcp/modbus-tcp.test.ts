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
  const settings = { host: '127.0.0.1', port, timeoutMs: 500, groups, points, ...own }
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
