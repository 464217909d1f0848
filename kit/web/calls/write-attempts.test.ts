import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { defineRoute } from '#kit/model/calls/route.ts'
import { ApiError } from './api-error.ts'
import { call } from './call.ts'
import { writeAttempt } from './write-attempts.ts'

const add = defineRoute({
  method: 'POST',
  path: '/api/write-attempts',
  summary: 'Adds a page',
  isMadeOnce: true,
  gate: 'signed-in',
  body: z.object({ name: z.string() }),
  reply: z.object({ data: z.number() }),
})
const choose = defineRoute({ ...add, path: '/api/choice', isMadeOnce: undefined as never })

const fetching = vi.fn<(url: string, init: { readonly headers: Headers }) => Promise<Response>>()
vi.stubGlobal('document', { cookie: 'XSRF-TOKEN=x' })
vi.stubGlobal('fetch', fetching)
afterAll(() => void vi.unstubAllGlobals())
beforeEach(() => fetching.mockReset())

const keys = () =>
  fetching.mock.calls.map(([, { headers }]) => headers.get('Idempotency-Key') ?? 'none')
const made = async () => new Response('{"data":1}')
const lost = async () => {
  throw new TypeError('Failed to fetch')
}
const breaksOff = async () =>
  new Response(new ReadableStream({ start: (controller) => controller.error(new Error('gone')) }))
const answered = (status: number) => async () => new Response('{}', { status })

/** Adds pages of these names, each answered so. */
async function adding(...attempts: (readonly [name: string, answer: () => Promise<Response>])[]) {
  for (const [name, answer] of attempts) {
    fetching.mockImplementationOnce(answer)
    await call(add, { body: { name } }).catch((error: unknown) => {
      if (!(error instanceof ApiError)) throw error
    })
  }
  return keys()
}

test('KW40 what is sent again after a lost answer has the key of the first attempt', async () => {
  const [first, second, third, next] = await adding(
    ...([
      ['a', lost],
      ['a', breaksOff],
      ['a', answered(502)],
      ['a', made],
    ] as const),
  )
  expect(first).toMatch(/^[0-9a-f-]{36}$/)
  expect([second, third, next]).toEqual([first, first, first])
})

test('KW40 what was answered is over: the next of the same kind has a key of its own', async () => {
  for (const answer of [made, answered(409), answered(422)]) {
    fetching.mockReset()
    const [first, second] = await adding(['b', answer], ['b', made])
    expect(second).not.toBe(first)
  }
})

test('KW40 something else at the same address is another write', async () => {
  const [first, other, again] = await adding(['c', lost], ['d', lost], ['c', made])
  expect(new Set([first, other, again]).size).toBe(3)
})

test('KW40 what was written in between may have removed it: the key is a new one', async () => {
  const [first] = await adding(['g', lost])
  fetching.mockImplementationOnce(made)
  await call(choose, { body: { name: 'g' } })
  const later = (await adding(['g', made])).at(-1)
  expect(later).not.toBe(first)
})

test('KW40 what only reads in between leaves the key, and no call is both', async () => {
  const look = defineRoute({ ...choose, path: '/api/look', changesNothing: true })
  // @ts-expect-error: a call that only reads would end what is known of a lost write
  defineRoute({ ...look, isMadeOnce: true })
  // @ts-expect-error: so would a GET
  defineRoute({ ...add, method: 'GET' })
  const [first] = await adding(['h', lost])
  fetching.mockImplementationOnce(made)
  await call(look, { body: { name: 'h' } })
  const later = (await adding(['h', made])).at(-1)
  expect(later).toBe(first)
})

test('KW40 a write that may be made twice has no key', async () => {
  fetching.mockImplementation(made)
  await call(choose, { body: { name: 'e' } })
  expect(keys()).toEqual(['none'])
})

test('KW40 after ten minutes, when the server has no answer any more, the key is a new one', () => {
  let now = 0
  const attempt = () => writeAttempt('POST', '/api/late', 'f', () => now)
  const first = attempt()
  first.unanswered()
  now = 10 * 60_000 - 1
  const second = attempt()
  expect(second.key).toBe(first.key)
  second.unanswered()
  now += 1
  expect(attempt().key).not.toBe(first.key)
})
