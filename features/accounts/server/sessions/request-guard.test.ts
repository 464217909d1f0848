import cookie from '@fastify/cookie'
import { pino } from 'pino'
import { afterEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { dataOf } from '#kit/model/calls/envelope.ts'
import { defineRoute } from '#kit/model/calls/route.ts'
import { createHttpApplication } from '#kit/server/http/application.ts'
import { serve } from '#kit/server/http/serve.ts'
import { guardRequests } from './request-guard.ts'

const open = defineRoute({
  ...{ method: 'GET', path: '/api/open', summary: 'Open to all', gate: 'public' },
  reply: dataOf(z.string()),
} as const)

afterEach(() => void vi.useRealTimers())

test('OP2 a public call is answered while the database of sessions is silent', async () => {
  const app = createHttpApplication(pino({ level: 'silent' }))
  await app.register(cookie)
  guardRequests(app, {
    callerOfCookies: () => new Promise(() => {}),
    accessTokens: { callerOf: async () => null } as never,
    countWrite: () => {},
  })
  serve(app, open, async ({ caller }) => ({ data: caller === null ? 'nobody' : 'somebody' }))
  await app.ready()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const answer = app.inject({ path: '/api/open', cookies: { session: 'x' } })
  await vi.waitFor(() => expect(vi.getTimerCount()).toBeGreaterThan(0))
  await vi.advanceTimersByTimeAsync(2_000)
  expect((await answer).json()).toEqual({ data: 'nobody' })
  await app.close()
})
