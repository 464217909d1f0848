import { pino } from 'pino'
import { expect, test } from 'vitest'
import { createHttpApplication } from '../application.ts'

async function answer(payload: string | Buffer): Promise<unknown> {
  const app = createHttpApplication(pino({ level: 'silent' }))
  app.post('/it', async ({ body }) => ({ body }))
  const headers = { 'content-type': 'application/json' }
  const reply = await app.inject({ method: 'POST', url: '/it', headers, payload })
  await app.close()
  const { error, message, body } = reply.json() as Record<string, unknown>
  return reply.statusCode === 200 ? body : [reply.statusCode, error, message]
}

const refused = (key: string) => [
  400,
  'bad_request',
  `body: has the key ${key}, which is not allowed`,
]

test.each([
  ['{"__proto__":{"a":1}}', refused('__proto__')],
  ['[[{"a":[{"__proto__":null}]}]]', refused('__proto__')],
  [String.raw`{"\u005f_proto__":1}`, refused('__proto__')],
  ['{"constructor":{"prototype":{}}}', refused('constructor.prototype')],
  [`${'['.repeat(50_000)}{"__proto__":1}${']'.repeat(50_000)}`, refused('__proto__')],
  [`[${'1,'.repeat(400_000)}{"__proto__":1}]`, refused('__proto__')],
  ['{"constructor":{"a":1},"prototype":2}', { constructor: { a: 1 }, prototype: 2 }],
  ['{"constructor":null}', { constructor: null }],
  ['"__proto__"', '__proto__'],
])('HT46 a body that would reach a prototype is refused, and names the key (%#)', async (...of) => {
  const [payload, expected] = of
  expect(await answer(payload)).toEqual(expected)
})

test.each(['{"__proto__":1', '{"a":1}}', 'nothing'])(
  'HT46 what is no JSON is called so: %j',
  async (text) => {
    expect(await answer(text)).toEqual([400, 'bad_request', expect.stringContaining('JSON')])
  },
)

test('HT63 a body that is not UTF-8 is refused, and nothing of it replaced', async () => {
  const text = '{"name":"Pumpe für Öl"}'
  expect(await answer(Buffer.from(text))).toEqual({ name: 'Pumpe für Öl' })
  const reason = [400, 'bad_request', 'body: is not UTF-8']
  expect(await answer(Buffer.from(text, 'latin1'))).toEqual(reason)
  expect(await answer(Buffer.from(text).subarray(0, -4))).toEqual(reason)
})

test('HT64 a body of another type is refused with the type that JSON has', async () => {
  const app = createHttpApplication(pino({ level: 'silent' }))
  app.post('/it', async ({ body }) => ({ body }))
  // As curl sends what it is not given a type for.
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const reply = await app.inject({ method: 'POST', url: '/it', headers, payload: '{"a":1}' })
  await app.close()
  expect(reply.json()).toMatchObject({
    error: 'bad_request',
    message: expect.stringContaining('Content-Type: application/json'),
  })
})
