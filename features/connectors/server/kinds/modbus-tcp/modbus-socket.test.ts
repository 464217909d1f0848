import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { ModbusPoint } from '../../../contract/kinds/modbus-tcp.ts'
import { ModbusException, modbusRequests, ModbusSocket, UnitTimeout } from './modbus-socket.ts'
import { planReads } from './plan.ts'
import { readPoints } from './read-points.ts'

/** A server that answers each request as a test says, and a connection to it. */
async function open(
  answer: (request: Buffer, socket: Socket) => void,
  timeoutMs = 10_000,
): Promise<ModbusSocket> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.on('data', (request) => answer(request, socket))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const address = { host: '127.0.0.1', port, timeoutMs }
  const socket = await ModbusSocket.open(address, new AbortController().signal)
  onTestFinished(() => {
    socket.close()
    server.close()
  })
  return socket
}

const read = (socket: ModbusSocket) =>
  socket.request(1, new modbusRequests.ReadHoldingRegistersRequestBody(0, 1))

/** The answer to a request: its number and unit, and this body. */
function frame(request: Buffer, body: readonly number[], id = request.readUInt16BE(0)): Buffer {
  const head = Buffer.alloc(7)
  head.writeUInt16BE(id, 0)
  head.writeUInt16BE(body.length + 1, 4)
  head.writeUInt8(request[6] ?? 0, 6)
  return Buffer.concat([head, Buffer.from(body)])
}
const seven = [3, 2, 0, 7]

it('CN25 an answer is understood however it is cut up', async () => {
  const socket = await open((request, peer) => {
    const answer = frame(request, seven)
    for (const byte of answer) peer.write(Buffer.from([byte]))
  })
  expect([...(await read(socket))]).toEqual(seven)
  expect([...(await read(socket))]).toEqual(seven)
})

it('CN25 an answer that comes too late is not taken for that of another request', async () => {
  let late: Buffer | null = null
  const socket = await open((request, peer) => {
    if (late === null) late = frame(request, [3, 2, 0, 1])
    else peer.write(Buffer.concat([late, frame(request, seven)]))
  }, 1_000)
  await expect(read(socket)).rejects.toThrow(UnitTimeout)
  expect([...(await read(socket))]).toEqual(seven)
})

it('CN25 the unit’s exception is the answer', async () => {
  const socket = await open((request, peer) => void peer.write(frame(request, [0x83, 2])))
  await expect(read(socket)).rejects.toThrow(new ModbusException(2))
  await expect(read(socket)).rejects.toThrow('exception 2, illegal data address')
})

it.each([
  ['text', () => Buffer.from('HTTP/1.1 400 Bad Request\r\n\r\n')],
  ['another function', (request: Buffer) => frame(request, [4, 2, 0, 7])],
  [
    'a message without a body',
    (request: Buffer) => Buffer.from([...request.subarray(0, 4), 0, 1, 1]),
  ],
  [
    'answers that nobody asked for',
    (request: Buffer) =>
      Buffer.concat(Array.from({ length: 200 }, () => frame(request, seven, 40_000))),
  ],
])('CN25 %s ends the connection, which is not understood', async (_name, answer) => {
  const socket = await open((request, peer) => void peer.write(answer(request)))
  await expect(read(socket)).rejects.toMatchObject({ code: 'not_understood' })
  await expect(socket.ended).rejects.toMatchObject({ code: 'not_understood' })
})

it('CN25 what waits for its turn when the connection ends is not sent any more', async () => {
  const socket = await open((_request, peer) => peer.destroy())
  const failures = await Promise.allSettled([read(socket), read(socket), read(socket)])
  expect(failures.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
})

it.each([
  ['has fewer bytes than it says', [3, 4, 0, 7]],
  ['says fewer bytes than were asked for', [3, 2, 0, 7]],
  ['ends before its bytes', [3]],
  ['is of other bytes', [3, 3, 0, 7, 0]],
])('CN47 an answer that %s is not understood', async (_name, body) => {
  const socket = await open((request, peer) => void peer.write(frame(request, body)))
  const point = ModbusPoint.parse({
    ...{ lesiId: 'X-1', key: 'k', unitId: 1, table: 'holding', address: 0 },
    ...{ type: 'uint32', group: 'g' },
  })
  const [plan] = planReads([point])
  if (!plan) throw new Error('there is a request')
  await expect(readPoints(socket, plan)).rejects.toMatchObject({ code: 'not_understood' })
})
