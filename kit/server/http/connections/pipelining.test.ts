import { once } from 'node:events'
import { connect, type AddressInfo, type Socket } from 'node:net'
import fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { eventually } from '#testing/eventually.ts'
import { serializePipelinedRequests } from './pipelining.ts'

const mebibyte = 2 ** 20

/** A server whose answers are numbered mebibytes, and which of them it has made. */
async function start() {
  const made: string[] = []
  const app = fastify({ forceCloseConnections: true })
  app.get<{ Params: { number: string } }>('/:number', async ({ params: { number } }) => {
    made.push(number)
    return number.padStart(mebibyte, '.')
  })
  serializePipelinedRequests(app.server)
  await app.listen({ port: 0, host: '127.0.0.1' })
  onTestFinished(() => app.close())
  const { port } = app.server.address() as AddressInfo
  const ask = async (count: number): Promise<Socket> => {
    const socket = connect(port, '127.0.0.1')
    onTestFinished(() => void socket.destroy())
    socket.on('error', () => undefined).pause()
    await once(socket, 'connect')
    const requests = Array.from({ length: count }, (_, index) => `GET /${index} HTTP/1.1\r\n`)
    socket.write(requests.map((line) => `${line}Host: x\r\n\r\n`).join(''))
    return socket
  }
  return { made, ask }
}

test('HT33 answers to requests that come at once are made as they are read, in order', async () => {
  const { made, ask } = await start()
  const socket = await ask(60)
  const other = await ask(1)
  await once(other.resume(), 'data')
  expect(made.length).toBeLessThan(40)
  let read = ''
  socket.on('data', (chunk: Buffer) => (read += chunk.toString().replaceAll('.', ''))).resume()
  await eventually('the last is there', () => read.endsWith('59'))
  const numbers = Array.from({ length: 60 }, (_, index) => String(index))
  expect([...read.matchAll(/\r\n\r\n(\d+)/g)].map(([, number]) => number)).toEqual(numbers)
})

test('HT33 who sends ever more without reading is cut off, and nothing of it is left', async () => {
  const { made, ask } = await start()
  const socket = await ask(2_000)
  await once(socket.resume(), 'close')
  expect(made.length).toBeLessThan(40)
})
