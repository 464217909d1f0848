import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { AppError } from '#kit/model/calls/errors.ts'
import { defineRoute } from '#kit/model/calls/route.ts'
import { createHttpApplication } from '../application.ts'
import { serve } from '../serve.ts'
import { StoredAnswers } from './stored-answers.ts'

const route = defineRoute({
  method: 'POST',
  path: '/api/pages',
  summary: 'Adds a page',
  isMadeOnce: true,
  gate: 'public',
  body: z.object({ name: z.string() }),
  reply: z.object({ data: z.object({ id: z.number(), name: z.string() }) }),
})
const removal = defineRoute({
  method: 'DELETE',
  path: '/api/pages/:id',
  summary: 'Removes a page',
  isMadeOnce: true,
  gate: 'public',
  params: z.object({ id: z.string() }),
})

const choice = defineRoute({ ...route, path: '/api/choice', isMadeOnce: undefined as never })

const app = createHttpApplication(pino({ level: 'silent' }))
let made: string[] = []
/** Each write waits for it. */
let gate = Promise.resolve()
let failure: Error | null = null
let cookie: string | null = null

beforeAll(async () => {
  app.addHook('onRequest', async (request) => {
    const sessionId = String(request.headers['session'] ?? '')
    if (sessionId !== '')
      request.caller = { userId: 1, sessionId, roles: [], permissions: [] } as never
  })
  serve(app, route, async ({ body: { name }, reply }) => {
    await gate
    if (failure) throw failure
    if (cookie !== null) void reply.header('Set-Cookie', cookie)
    made.push(name)
    return { data: { id: made.length, name } }
  })
  serve(app, choice, async ({ body: { name } }) => ({ data: { id: made.push(name), name } }))
  serve(app, removal, async ({ params: { id } }) => {
    const place = made.indexOf(id)
    if (place === -1) throw new AppError('not_found', 'There is no such page')
    made.splice(place, 1)
  })
  await app.ready()
})
afterAll(() => app.close())
beforeEach(() => {
  made = []
  gate = Promise.resolve()
  failure = null
  cookie = null
})

const key = '6f9619ff-8b86-d011-b42d-00cf4fc964ff'
const add = (name: string, headers: Readonly<Record<string, string>> = {}) =>
  app.inject({
    ...{ method: 'POST', url: '/api/pages', payload: { name } },
    headers: { session: 'one', 'idempotency-key': key, ...headers },
  })

test('HT57 a write that comes again with its key is made once, answered as the first', async () => {
  const first = await add('Line 1')
  const second = await add('Line 1')
  expect(second.statusCode).toBe(200)
  expect(second.headers['content-type']).toBe(first.headers['content-type'])
  expect(second.json()).toEqual({ data: { id: 1, name: 'Line 1' } })
  expect(made).toEqual(['Line 1'])
  // One without a body and without an answer too.
  const remove = () =>
    app.inject({
      ...{ method: 'DELETE', url: '/api/pages/Line 1'.replace(' ', '%20') },
      headers: { session: 'one', 'idempotency-key': key },
    })
  expect((await remove()).statusCode).toBe(204)
  expect((await remove()).statusCode).toBe(204)
})

test('HT57 one that comes while the first is under way waits for it', async () => {
  const opened = Promise.withResolvers<void>()
  gate = opened.promise
  const both = [add('Line 2'), add('Line 2')]
  await new Promise(setImmediate)
  opened.resolve()
  expect((await Promise.all(both)).map((each) => each.json())).toEqual([
    { data: { id: 1, name: 'Line 2' } },
    { data: { id: 1, name: 'Line 2' } },
  ])
  expect(made).toEqual(['Line 2'])
})

test('HT57 the first may end when its connection is gone', async () => {
  const listening = await app.listen({ port: 0, host: '127.0.0.1' })
  const opened = Promise.withResolvers<void>()
  gate = opened.promise
  const body = JSON.stringify({ name: 'Line 7' })
  const leaving = new AbortController()
  const type = { 'content-type': 'application/json' }
  const headers = { ...type, session: 'one', 'idempotency-key': key }
  const send = (signal: AbortSignal | null = null) =>
    fetch(`${listening}/api/pages`, { method: 'POST', headers, body, signal })
  const arrived = Promise.withResolvers<void>()
  app.server.once('request', () => arrived.resolve())
  const lost = send(leaving.signal).catch((error: Error) => error.name)
  await arrived.promise
  leaving.abort()
  expect(await lost).toBe('AbortError')
  const again = send()
  opened.resolve()
  expect(await (await again).json()).toEqual({ data: { id: 1, name: 'Line 7' } })
  expect(made).toEqual(['Line 7'])
})

test('HT57 what failed is tried again, also by one that waited for it', async () => {
  const opened = Promise.withResolvers<void>()
  gate = opened.promise
  failure = new AppError('store_unavailable', 'The database is away')
  const both = [add('Line 3'), add('Line 3')]
  await new Promise(setImmediate)
  opened.resolve()
  const answers = await Promise.all(both)
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([503, 503])
  failure = null
  expect((await add('Line 3')).json()).toEqual({ data: { id: 1, name: 'Line 3' } })
})

test('HT57 another session, key, body or call is another write', async () => {
  await add('Line 4')
  await add('Line 4', { session: 'two' })
  await add('Line 4', { 'idempotency-key': key.replace('6', '7') })
  await add('Line 5')
  await add('Line 4', { 'idempotency-key': '' }).then(({ statusCode }) =>
    expect(statusCode).toBe(400),
  )
  expect(made).toEqual(['Line 4', 'Line 4', 'Line 4', 'Line 5'])
  const withoutKey = { method: 'POST', url: '/api/pages', headers: { session: 'one' } } as const
  for (let index = 0; index < 2; index++)
    await app.inject({ ...withoutKey, payload: { name: 'Line 4' } })
  expect(made).toHaveLength(6)
})

test('HT57 a call that does not say so is made whenever it comes', async () => {
  const choose = () =>
    app.inject({
      ...{ method: 'POST', url: '/api/choice', payload: { name: 'Line 8' } },
      headers: { session: 'one', 'idempotency-key': key },
    })
  await choose()
  await choose()
  expect(made).toEqual(['Line 8', 'Line 8'])
})

test('HT57 an answer that changes cookies is not given twice', async () => {
  cookie = 'session=next'
  await add('Line 6')
  await add('Line 6')
  expect(made).toEqual(['Line 6', 'Line 6'])
})

test('HT57 an answer is given again for ten minutes, and answers take 16 MiB at most', () => {
  let now = 0
  const answers = new StoredAnswers(() => now)
  const text = 'a'.repeat(500_000)
  for (let index = 0; index < 20; index++) answers.add(`${index}`, { status: 200, text })
  const left = Array.from({ length: 20 }, (_, index) => answers.get(`${index}`) !== undefined)
  expect(left.filter(Boolean)).toHaveLength(16)
  expect(left.slice(4)).not.toContain(false)
  answers.add('large', { status: 200, text: text + text })
  expect(answers.get('large')).toBeUndefined()
  now = 10 * 60_000 - 1
  expect(answers.get('19')).toBeDefined()
  now += 1
  expect(answers.get('19')).toBeUndefined()
})
