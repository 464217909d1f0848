import { expect, it, onTestFinished } from 'vitest'
import { eventually } from '#testing/eventually.ts'
import { startModbusServer, type ModbusPeer } from '#testing/peers/modbus-server.ts'
import { RecordingHost } from '#testing/peers/recording-host.ts'
import { ModbusSettings } from '../../../contract/kinds/modbus-tcp.ts'
import { modbusTcpDriver } from './driver.ts'

async function startPeer(): Promise<ModbusPeer> {
  const peer = await startModbusServer()
  onTestFinished(() => peer.close())
  return peer
}

async function connect({ port }: ModbusPeer, points: readonly object[], own: object = {}) {
  const host = new RecordingHost()
  const plain = { key: 'value', table: 'holding', address: 0, type: 'uint16', group: 'fast' }
  const settings = ModbusSettings.parse({
    ...{ host: '127.0.0.1', port, groups: [{ name: 'fast', intervalMs: 100 }] },
    ...{ points: points.map((point) => ({ ...plain, ...point })), ...own },
  })
  const connection = await modbusTcpDriver.connect({ settings, secrets: {} }, host)
  connection.ended.catch(() => undefined)
  onTestFinished(async () => {
    host.ending.abort()
    await connection.close()
  })
  return { host, connection }
}

it('CN64 a device of several units is on line as long as one of them answers', async () => {
  const peer = await startPeer()
  for (const unit of [1, 2, 3]) peer.values.set(`${unit} holding 0`, unit)
  const points = [
    { lesiId: 'press-1', key: 'motor', unitId: 1 },
    { lesiId: 'press-1', key: 'heating', unitId: 2 },
    { lesiId: 'press-2', unitId: 3 },
  ]
  const { host } = await connect(peer, points, { timeoutMs: 1_000 })
  await eventually('all are read', () => new Set(host.taken.map(({ key }) => key)).size === 3)
  const isSilent = (unit: number) => () =>
    host.logged.some((line) => line.startsWith(`unit ${unit} `))
  peer.silentUnits.add(2)
  await eventually('unit 2 is silent', isSilent(2))
  expect(host.statuses).toEqual([])
  peer.silentUnits.add(1)
  await eventually('unit 1 is silent', isSilent(1))
  expect(host.statuses.at(-1)).toEqual(['press-1', 'offline'])
  expect(host.statuses.flat()).not.toContain('press-2')
})

const pump = { lesiId: 'pump-1', key: 'run', unitId: 1, table: 'coil', type: 'bit' }
const started = { lesiId: 'pump-1', target: 'run', value: true }

it('CN65 what a gateway says of a command is its outcome, and no answer no refusal', async () => {
  const peer = await startPeer()
  peer.values.set('1 coil 0', 0)
  const { connection } = await connect(peer, [{ ...pump, isWritable: true }])
  const answers: unknown[] = []
  for (const code of [5, 6, 10, 11]) {
    peer.exceptions.set('1 coil 0', code)
    answers.push(await connection.write?.({ ...started, deadline: Date.now() + 60_000 }))
  }
  expect(answers).toEqual([
    { outcome: 'accepted' },
    { outcome: 'refused', reason: 'exception 6, device busy' },
    { outcome: 'refused', reason: 'exception 10, gateway path unavailable' },
    { outcome: 'unanswered' },
  ])
})

it('CN66 a command that waits as its connection is lost was not sent', async () => {
  const peer = await startModbusServer()
  peer.silentUnits.add(1)
  const { connection } = await connect(peer, [{ ...pump, isWritable: true }], { timeoutMs: 60_000 })
  await eventually('a request waits for its answer', () => peer.requests.length > 0)
  const written = connection.write?.({ ...started, deadline: Date.now() + 60_000 })
  await peer.close()
  expect(await written).toEqual({ outcome: 'not-connected' })
  await expect(connection.ended).rejects.toMatchObject({ code: 'connection_lost' })
})
