import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { dataOf, wholeListOf } from '#kit/model/calls/envelope.ts'
import { defineRoute } from '#kit/model/calls/route.ts'
import { createHttpApplication } from './application.ts'
import { assertClientVersion, minimumClientVersion } from './requests/client-version.ts'
import { serve } from './serve.ts'

const app = createHttpApplication(pino({ level: 'silent' }))
const echo = defineRoute({
  method: 'POST',
  path: '/api/echo',
  summary: 'Says it again',
  gate: 'public',
  body: z.object({ text: z.string(), more: z.array(z.object({ text: z.string() })).default([]) }),
})

const anything = defineRoute({
  method: 'POST',
  path: '/api/anything',
  summary: 'Takes any JSON',
  gate: 'public',
  body: z.json(),
})

const nothingNeeded = defineRoute({
  method: 'POST',
  path: '/api/nothing-needed',
  summary: 'Takes a text, or nothing',
  gate: 'public',
  body: z.object({ text: z.string() }).nullish(),
})

const wholeList = defineRoute({
  method: 'GET',
  path: '/api/whole-list',
  summary: 'Lists three',
  gate: 'public',
  reply: wholeListOf(z.int()),
})

const noList = defineRoute({
  method: 'GET',
  path: '/api/no-list',
  summary: 'Gives three',
  gate: 'public',
  reply: dataOf(z.array(z.int())),
})

test('RT10 a whole list is one page; nothing is added to what is no list', async () => {
  const bodyOf = async (url: string) => (await app.inject(url)).json() as unknown
  const meta = { total: 3, page: 1, limit: 3 }
  expect(await bodyOf(wholeList.path)).toEqual({ data: [3, 1, 2], meta })
  expect(await bodyOf(noList.path)).toEqual({ data: [3, 1, 2] })
})

beforeAll(async () => {
  for (const route of [wholeList, noList]) serve(app, route, async () => ({ data: [3, 1, 2] }))
  serve(app, echo, async () => undefined)
  serve(app, nothingNeeded, async () => undefined)
  serve(app, anything, { bodyLimit: 2 ** 20 }, async ({ body }) => void JSON.stringify(body))
  await app.ready()
})
afterAll(() => app.close())

/** What a connection gets that asks for nothing in particular with these hosts. */
async function answerTo(hosts: readonly string[], path = '/nothing'): Promise<string> {
  const listening = createHttpApplication(pino({ level: 'silent' }))
  const { port } = new URL(await listening.listen({ port: 0, host: '127.0.0.1' }))
  const socket = connect(Number(port), '127.0.0.1')
  const lines = hosts.map((host) => `Host: ${host}\r\n`).join('')
  socket.write(`GET ${path} HTTP/1.1\r\n${lines}Connection: close\r\n\r\n`)
  const answer = await text(socket)
  await listening.close()
  return answer
}

/** An application that says where it thinks a request comes from. */
async function whereFrom(
  trustedProxies: readonly string[],
  remoteAddress: string,
  headers: Readonly<Record<string, string>>,
) {
  const behind = createHttpApplication(pino({ level: 'silent' }), undefined, trustedProxies)
  behind.get('/where', async ({ ip, protocol }) => ({ ip, protocol }))
  const { ip, protocol } = (await behind.inject({ url: '/where', remoteAddress, headers })).json()
  await behind.close()
  return `${protocol} ${ip}`
}

const forwarded = { 'x-forwarded-for': '198.51.100.1', 'x-forwarded-proto': 'https' }

test.each([
  [[], '127.0.0.1', 'http 127.0.0.1'],
  [[], '::1', 'http ::1'],
  [['10.0.0.0/8'], '127.0.0.1', 'http 127.0.0.1'],
  [['10.0.0.0/8'], '11.0.0.1', 'http 11.0.0.1'],
  [['10.0.0.0/8'], '10.9.9.9', 'https 198.51.100.1'],
  [['10.0.0.0/8'], '::ffff:10.9.9.9', 'https 198.51.100.1'],
  [['fd00::/8', '192.0.2.1'], 'fd12::1', 'https 198.51.100.1'],
])(
  'HT3 with the proxies %j a connection from %s that forwards comes from %s',
  async (trusted, address, expected) => {
    expect(await whereFrom(trusted, address, forwarded)).toBe(expected)
  },
)

test.each([
  ['198.51.100.1, 203.0.113.9', '203.0.113.9'],
  ['127.0.0.1, 203.0.113.9', '203.0.113.9'],
  ['\u001b[2Jnobody', '10.0.0.1'],
  ['nobody, 10.2.2.2', '10.2.2.2'],
  ['198.51.100.1, nobody', '10.0.0.1'],
  ['198.51.100.1:4711', '10.0.0.1'],
  ['', '10.0.0.1'],
  ['203.0.113.9,, 10.2.2.2', '10.2.2.2'],
])('HT3 of the forwarded addresses %j a trusted proxy passes on %s', async (header, expected) => {
  expect(await whereFrom(['10.0.0.0/8'], '10.0.0.1', { 'x-forwarded-for': header })).toBe(
    `http ${expected}`,
  )
})

test('HT1 a page older than the server supports is asked to load itself again', async () => {
  const send = async (version: string) =>
    app.inject({
      method: 'POST',
      url: '/api/echo',
      headers: { 'x-app-version': version },
      payload: { text: '' },
    })
  const refused = await send('0.9.12')
  expect([refused.statusCode, refused.json().error]).toEqual([413, 'client_outdated'])
  for (const version of [minimumClientVersion, '99.0.0', 'curl', ''])
    expect((await send(version)).statusCode).toBe(204)
})

test.each([
  ['1.9.9', '1.10.0', true],
  ['1.10.0', '1.9.9', false],
  ['1.2.3', '1.2.3', false],
  ['0.10.0', '1.0.0', true],
  ['2.0.0', '1.9.9', false],
  ['1.2.2-rc.1', '1.2.3', true],
  ['1.2', '9.9.9', false],
])('HT1 version %s where %s is needed: outdated %s', (version, minimum, outdated) => {
  const check = () => assertClientVersion(version, minimum)
  if (outdated) expect(check).toThrow(expect.objectContaining({ code: 'client_outdated' }))
  else expect(check).not.toThrow()
})

test.each([
  [{ text: 'a\u0000b' }, 'text'],
  [{ text: '\ud800' }, 'text'],
  [{ text: '', more: [{ text: '' }, { text: '\udfff' }] }, 'more.1.text'],
])('HT2 text that the database can not hold is refused with its field', async (payload, field) => {
  const reply = await app.inject({ method: 'POST', url: '/api/echo', payload })
  expect([reply.statusCode, Object.keys(reply.json().errors)]).toEqual([422, [field]])
})

test.each([
  [{ 'a\0b': 1 }, 'a\0b'],
  [{ more: [{ '\ud800': {} }] }, 'more.0.\ud800'],
])('HT60 a name of %j that the database can not hold is refused', async (payload, field) => {
  const reply = await app.inject({ method: 'POST', url: '/api/anything', payload })
  expect([reply.statusCode, Object.keys(reply.json().errors ?? {})]).toEqual([422, [field]])
})

test('HT2 every other text passes', async () => {
  const payload = { text: '溫度 🌡 \u200d\n', more: [{ text: '\ud83c\udf21' }] }
  expect((await app.inject({ method: 'POST', url: '/api/echo', payload })).statusCode).toBe(204)
})

test('HT29 a body whose lists and objects lie in each other too often is refused', async () => {
  const send = (payload: string) =>
    app.inject({
      ...{ method: 'POST', url: '/api/anything', payload },
      headers: { 'content-type': 'application/json' },
    })
  const nested = (levels: number, begin: string, end: string) =>
    `${begin.repeat(levels)}1${end.repeat(levels)}`
  for (const [begin, end] of [
    ['[', ']'],
    ['{"a":', '}'],
    ['[{"a":[],"b":', '}]'],
  ] as const) {
    const refused = await send(nested(40_000, begin, end))
    expect([refused.statusCode, refused.json().message]).toEqual([
      400,
      'body: is nested deeper than 100 levels',
    ])
    expect((await send(nested(49, begin, end))).statusCode).toBe(204)
  }
  expect((await send(nested(101, '[', ']'))).statusCode).toBe(400)
})

test.each([
  [['one.example', 'other.example'], 'more than one'],
  [['one.example', 'one.example'], 'more than one'],
  [['one.example, other.example'], 'names no host'],
  [['person@one.example'], 'names no host'],
  [['one.example/api'], 'names no host'],
])('HT32 a request with the hosts %j is refused', async (hosts, reason) => {
  const answer = await answerTo(hosts)
  expect(answer).toMatch(/^HTTP\/1\.1 400 /)
  expect(answer).toContain(reason)
})

test.each(['one.example', 'one.example:8080', '127.0.0.1:80', '[::1]:8080', 'a_b.example', ''])(
  'HT32 the host %j is one',
  async (host) => expect(await answerTo([host])).toMatch(/^HTTP\/1\.1 404 /),
)

test('HT23 a connection whose answer is under way at the stop ends with the answer', async () => {
  const closing = createHttpApplication(pino({ level: 'silent' }))
  closing.server.keepAliveTimeout = 60_000
  const asked = Promise.withResolvers<void>()
  const answer = Promise.withResolvers<void>()
  const stopping = Promise.withResolvers<void>()
  closing.addHook('preClose', async () => stopping.resolve())
  serve(closing, echo, async () => {
    asked.resolve()
    await answer.promise
  })
  const url = await closing.listen({ port: 0, host: '127.0.0.1' })
  const headers = { 'content-type': 'application/json' }
  const reply = fetch(`${url}/api/echo`, { method: 'POST', headers, body: '{"text":""}' })
  await asked.promise
  const closed = closing.close()
  await stopping.promise
  answer.resolve()
  expect((await reply).headers.get('connection')).toBe('close')
  await closed
})

test('HT23 an answer that nobody reads does not hold up the stop', async () => {
  const closing = createHttpApplication(pino({ level: 'silent' }))
  const end = Promise.withResolvers<void>()
  const asked = Promise.withResolvers<void>()
  serve(closing, echo, async () => {
    asked.resolve()
    await end.promise
  })
  const url = await closing.listen({ port: 0, host: '127.0.0.1' })
  const headers = { 'content-type': 'application/json' }
  const reply = fetch(`${url}/api/echo`, { method: 'POST', headers, body: '{"text":""}' })
  const outcome = expect(reply).rejects.toThrow('fetch failed')
  await asked.promise
  await closing.close()
  await outcome
  end.resolve()
})

test.each(['http://warroom:8080/api/nothing', 'HTTPS://a@[::1]/api/nothing'])(
  'HT34 what is asked for as %s is a call',
  async (address) => {
    const answer = await answerTo(['warroom'], address)
    expect(answer).toMatch(/^cache-control: no-store\r$/m)
    expect(answer).toContain('"Nothing at /api/nothing"')
  },
)

test('HT34 an address that names its server alone is the first page', async () => {
  for (const address of ['http://warroom', 'http://warroom?a=b', '/'])
    expect(await answerTo(['warroom'], address)).toContain('"Nothing at /')
})

test.each(['application/json', 'application/x-www-form-urlencoded'])(
  'HT45 a call without a body may name %s as the type of it',
  async (type) => {
    const send = async (url: string, length: Readonly<Record<string, string>>) => {
      const headers = { 'content-type': type, ...length }
      return (await app.inject({ method: 'POST', url, headers })).statusCode
    }
    for (const length of [{}, { 'content-length': '0' }]) {
      expect(await send('/api/nothing-needed', length)).toBe(204)
      expect(await send('/api/echo', length)).toBe(422)
    }
  },
)

test('HT25 where the database is away or has too much to do, a call may come again', async () => {
  const broken = createHttpApplication(pino({ level: 'silent' }))
  let failure = new Error('timeout exceeded when trying to connect')
  const read = defineRoute({ method: 'GET', path: '/api/read', summary: 'Fails', gate: 'public' })
  serve(broken, read, async () => {
    throw failure
  })
  const answer = async () => {
    const { statusCode, headers, json } = await broken.inject('/api/read')
    return [statusCode, headers['retry-after'], json().error]
  }
  expect(await answer()).toEqual([503, '5', 'overloaded'])
  failure = Object.assign(new Error('no server'), { code: 'ECONNREFUSED', syscall: 'connect' })
  expect(await answer()).toEqual([503, '5', 'overloaded'])
  failure = Object.assign(new Error('too many clients'), { code: '53300' })
  expect(await answer()).toEqual([503, '5', 'overloaded'])
  failure = Object.assign(new Error('no such file'), { code: 'ENOENT', syscall: 'open' })
  expect(await answer()).toEqual([500, undefined, 'internal'])
  failure = Object.assign(new Error('no such table'), { code: '42P01' })
  expect(await answer()).toEqual([500, undefined, 'internal'])
  await broken.close()
})
