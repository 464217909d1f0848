import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import fastify, { type FastifyInstance } from 'fastify'
import { afterEach, expect, test } from 'vitest'
import { eventually } from '#testing/eventually.ts'
import { Budget } from '../../budget/budget.ts'
import { sendFailure } from './failure.ts'
import { LargeReplies, type LargeReply } from './large-replies.ts'
import { sendChunks, type Chunks } from './send-chunks.ts'

const mebibyte = 2 ** 20
const sockets: Socket[] = []
let app: FastifyInstance

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  await app.close()
})

/** An application that answers with what `make` makes, for the session named in the query. */
async function start(
  replies: LargeReplies,
  make: (large: LargeReply) => Chunks | Promise<Chunks>,
  silenceMs?: number,
): Promise<string> {
  app = fastify({ forceCloseConnections: true })
  app.setErrorHandler((error: Error, request, reply) => sendFailure(error, request, reply))
  app.get<{ Querystring: { session: string } }>('/', async (request, reply) =>
    sendChunks(await make(await replies.begin(request.query.session, reply)), reply, { silenceMs }),
  )
  return app.listen({ port: 0, host: '127.0.0.1' })
}

/** Asks, and reads nothing. */
async function askAndWait(url: string, session = 'a'): Promise<Socket> {
  const { port } = new URL(url)
  const socket = connect(Number(port), '127.0.0.1')
  socket.on('error', () => undefined)
  socket.pause()
  sockets.push(socket)
  await once(socket, 'connect')
  socket.write(`GET /?session=${session} HTTP/1.1\r\nHost: x\r\n\r\n`)
  return socket
}

const held = (budget: Budget) => budget.usage().find(({ kind }) => kind === 'reply')?.bytes ?? NaN

/** Numbered chunks of a mebibyte, and how many have been asked for. */
function chunks(count: number, large: LargeReply) {
  const made = { count: 0 }
  async function* each() {
    for (; made.count < count; made.count++) {
      large.hold(mebibyte)
      yield Buffer.alloc(mebibyte, made.count)
    }
  }
  return { made, each: each() }
}

test('HT20 chunks are made as the reader takes them, and all arrive', async () => {
  const budget = new Budget(512 * mebibyte)
  const url = await start(new LargeReplies(budget), (large) => chunks(40, large).each)
  const socket = await askAndWait(url)
  const reply = await fetch(`${url}/?session=b`)
  expect((await reply.arrayBuffer()).byteLength).toBe(40 * mebibyte)
  socket.destroy()
  await eventually('all is given back', () => held(budget) === 0)
})

test('HT20 a reader that takes nothing stops the making, and is cut off', async () => {
  const budget = new Budget(512 * mebibyte)
  let made = { count: 0 }
  let left: AbortSignal | undefined
  const url = await start(
    new LargeReplies(budget),
    (large) => {
      left = large.signal
      const all = chunks(1_000, large)
      made = all.made
      return all.each
    },
    500,
  )
  await askAndWait(url)
  await eventually('it is cut off', () => left?.aborted === true)
  expect(made.count).toBeLessThan(50)
  await eventually('all is given back', () => held(budget) === 0)
})

test('HT20 a reader waits as long as it takes for a server that is slow', async () => {
  const url = await start(
    new LargeReplies(new Budget(512 * mebibyte)),
    async function* slow() {
      yield Buffer.from('[')
      // Three times the silence of which a reader is allowed one.
      for (let times = 0; times < 3; times++) await once(app.server, 'timeout')
      yield Buffer.from(']')
    } as (large: LargeReply) => Chunks,
    50,
  )
  expect(await (await fetch(`${url}/?session=a`)).json()).toEqual([])
})

test('HT31 a list of chunks arrives whole, at a slow reader too, and then is empty', async () => {
  const lists: Buffer[][] = []
  const url = await start(new LargeReplies(new Budget(512 * mebibyte)), () => {
    const whole = Buffer.alloc(9 * mebibyte, 'abcdefg')
    const list = [Buffer.from('['), whole.subarray(0, 7), whole.subarray(7), Buffer.from(']')]
    lists.push(list)
    return list
  })
  const slow = await askAndWait(url)
  const whole = `[${Buffer.alloc(9 * mebibyte, 'abcdefg').toString()}]`
  for (let times = 0; times < 5; times++)
    expect((await (await fetch(`${url}/?session=b`)).text()) === whole).toBe(true)
  expect(lists[0]?.[2]?.byteLength).toBe(9 * mebibyte - 7)
  let got = ''
  slow.on('data', (chunk: Buffer) => (got += chunk.toString('latin1'))).resume()
  await eventually('the slow one has it', () => got.endsWith(whole))
  await eventually('all are empty', () => lists.every(([, , large]) => large?.byteLength === 0))
  expect(lists[0]?.[0]?.toString()).toBe('[')
})

test('HT21 a session has a few large replies under way; its others wait in order', async () => {
  const gates: (() => void)[] = []
  const replies = new LargeReplies(new Budget(512 * mebibyte), {
    inProgress: 2,
    waiting: 2,
    timeoutMs: 60_000,
    ...{ refusalMs: 0, refusing: 0, bytesPerSecond: mebibyte, bytesAtOnce: mebibyte },
  })
  const url = await start(replies, async () => {
    await new Promise<void>((resolve) => gates.push(resolve))
    return [Buffer.from('[]')]
  })
  const asked = Array.from({ length: 4 }, () => fetch(`${url}/?session=a`))
  await eventually('two are under way', () => gates.length === 2)
  await eventually('two wait, and no more may', async () => {
    const more = fetch(`${url}/?session=a`, { signal: AbortSignal.timeout(200) })
    return more.then(
      (reply) => reply.status === 429 && reply.headers.get('retry-after') === '5',
      () => false,
    )
  })
  const neighbour = fetch(`${url}/?session=b`)
  await eventually('the neighbour is under way', () => gates.length === 3)
  for (let index = 0; index < 5; index++) {
    await eventually('the next is under way', () => gates.length > index)
    gates[index]?.()
  }
  expect((await Promise.all([...asked, neighbour])).map(({ status }) => status)).toEqual([
    200, 200, 200, 200, 200,
  ])
})

test('HT21 whoever leaves while waiting gets no slot', async () => {
  const gates: (() => void)[] = []
  const replies = new LargeReplies(new Budget(512 * mebibyte), {
    inProgress: 1,
    waiting: 5,
    timeoutMs: 60_000,
    ...{ refusalMs: 0, refusing: 0, bytesPerSecond: mebibyte, bytesAtOnce: mebibyte },
  })
  const url = await start(replies, async () => {
    await new Promise<void>((resolve) => gates.push(resolve))
    return [Buffer.from('[]')]
  })
  const first = fetch(`${url}/?session=a`)
  await eventually('one is under way', () => gates.length === 1)
  const leaver = await askAndWait(url)
  const server = app.server
  await eventually('the leaver is connected', async () => (await connections(server)) === 2)
  leaver.destroy()
  await eventually('the leaver is gone', async () => (await connections(server)) === 1)
  const last = fetch(`${url}/?session=a`)
  gates[0]?.()
  await first
  await eventually('the last is under way', () => gates.length === 2)
  gates[1]?.()
  expect((await last).status).toBe(200)
  expect(gates).toHaveLength(2)
})

const connections = (server: FastifyInstance['server']) =>
  new Promise<number>((resolve) => server.getConnections((_, count) => resolve(count)))

test('HT22 counts replies until they are read; one over the share is sent alone', async () => {
  const budget = new Budget(128 * mebibyte)
  const { share } = budget.limits('reply')
  const url = await start(new LargeReplies(budget), (large) => {
    large.hold(3 * share)
    return [Buffer.alloc(3 * share)]
  })
  const socket = await askAndWait(url)
  await eventually('it is counted', () => held(budget) === share)
  const refused = await fetch(`${url}/?session=a`)
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '5'])
  expect((await (await fetch(`${url}/?session=b`)).arrayBuffer()).byteLength).toBe(3 * share)
  socket.destroy()
  await eventually('it is given back', () => held(budget) === 0)
  expect((await (await fetch(`${url}/?session=a`)).arrayBuffer()).byteLength).toBe(3 * share)
})

test('HT22 where there is no room left, the reply that is read for longest ends', async () => {
  const budget = new Budget(128 * mebibyte)
  const { share } = budget.limits('reply')
  const signals: AbortSignal[] = []
  const replies = new LargeReplies(budget, undefined, 0)
  const url = await start(replies, (large) => {
    large.hold(share)
    signals.push(large.signal)
    return [Buffer.alloc(3 * share)]
  })
  for (const [index, session] of ['a', 'b', 'c', 'd'].entries()) {
    await askAndWait(url, session)
    await eventually('it is counted', () => held(budget) === (index + 1) * share)
  }
  expect((await (await fetch(`${url}/?session=e`)).arrayBuffer()).byteLength).toBe(3 * share)
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, false, false, false, false])
  expect(held(budget)).toBe(3 * share)
})

test('HT22 a reply that was begun just now is not broken off for others', async () => {
  const budget = new Budget(128 * mebibyte)
  const { share } = budget.limits('reply')
  const url = await start(new LargeReplies(budget), (large) => {
    large.hold(share)
    return [Buffer.alloc(3 * share)]
  })
  for (const [index, session] of ['a', 'b', 'c', 'd'].entries()) {
    await askAndWait(url, session)
    await eventually('it is counted', () => held(budget) === (index + 1) * share)
  }
  expect((await fetch(`${url}/?session=e`)).status).toBe(503)
  expect(sockets.map(({ closed }) => closed)).toEqual([false, false, false, false])
})
