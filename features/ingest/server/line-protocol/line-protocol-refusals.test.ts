import { pino } from 'pino'
import { expect, it } from 'vitest'
import { Budget } from '#kit/server/budget/budget.ts'
import { createHttpApplication } from '#kit/server/http/application.ts'
import type { BatchServices } from '../batch/batch-request.ts'
import { Refusals } from '../refusals/refusals.ts'
import { serveLineProtocol } from './line-protocol-routes.ts'

const token = 'token-of-the-pump'

/** The calls alone: what surrounds them takes everything at once. */
function served() {
  const app = createHttpApplication(pino({ level: 'silent' }))
  const budget = new Budget(128 * 2 ** 20)
  const refusals = new Refusals(Date.now, budget)
  const pump = { id: 1, lesiId: 'pump', name: 'Pump', product: '', silenceMs: 60_000 }
  const services = {
    ...{ budget, refusals },
    catalogue: { device: (lesiId: string) => (lesiId === 'pump' ? pump : undefined) },
    verifyToken: (_lesiId: string, given: string) => given === token,
    presence: { messageReceived: () => undefined },
    intake: { take: async () => ({ stored: 1, refused: [] }) },
  } as unknown as BatchServices
  void app.register(async (devices) => serveLineProtocol(devices, services))
  const send = (url: string, payload: string, headers: Readonly<Record<string, string>> = {}) =>
    app.inject({ method: 'POST', url, payload, headers })
  const listed = () =>
    refusals.list().map(({ lesiId, field, reason }) => `${lesiId} ${field}: ${reason}`)
  return { refusals, send, listed }
}

it('IN152 what somebody asks who has not signed in is listed as of nobody', async () => {
  const { refusals, send, listed } = served()
  const answer = await send('/query', `q=${'x'.repeat(20_000)}`)
  expect(answer.statusCode).toBe(413)
  expect(listed()).toEqual(['null document: Request body is too large'])
  expect(refusals.namelessTotal).toBe(1)
  expect(refusals.senders()).toMatchObject([{ lesiId: null, lastHour: 1 }])
})

it('IN153 a request whose precision is none is listed for its device', async () => {
  const { send, listed } = served()
  const authorization = `Token pump:${token}`
  const write = (precision: string) =>
    send(`/write?precision=${precision}`, 'm value=1', { authorization })
  expect((await write('s')).statusCode).toBe(204)
  expect(listed()).toEqual([])
  expect((await write('years')).json()).toMatchObject({ code: 'invalid' })
  expect(listed()).toEqual(['pump precision: must be one of ns, n, us, u, ms, s, m, h'])
})
