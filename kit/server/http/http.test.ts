import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { defineRoute } from '#kit/model/route.ts'
import { createHttpApplication } from './application.ts'
import { assertClientVersion, minimumClientVersion } from './client-version.ts'
import { serve } from './serve.ts'

const app = createHttpApplication(pino({ level: 'silent' }))
const echo = defineRoute({
  method: 'POST',
  path: '/api/echo',
  summary: 'Says it again',
  gate: 'public',
  body: z.object({ text: z.string(), more: z.array(z.object({ text: z.string() })).default([]) }),
})

beforeAll(async () => {
  serve(app, echo)(async () => undefined)
  await app.ready()
})
afterAll(() => app.close())

test('HT1 a page older than the server supports is told to load itself again', async () => {
  const send = async (version: string) =>
    app.inject({ method: 'POST', url: '/api/echo', headers: { 'x-app-version': version }, payload: { text: '' } })
  const refused = await send('0.9.12')
  expect([refused.statusCode, refused.json().error]).toEqual([413, 'client_outdated'])
  for (const version of [minimumClientVersion, '99.0.0', 'curl', '']) expect((await send(version)).statusCode).toBe(204)
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

test('HT2 every other text passes', async () => {
  const payload = { text: '溫度 🌡 \u200d\n', more: [{ text: '\ud83c\udf21' }] }
  expect((await app.inject({ method: 'POST', url: '/api/echo', payload })).statusCode).toBe(204)
})
