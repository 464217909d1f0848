import { pino } from 'pino'
import { expect, it, onTestFinished } from 'vitest'
import { AppError } from '#kit/model/calls/errors.ts'
import { Budget } from '#kit/server/budget/budget.ts'
import type { Catalogue } from '#kit/server/catalogue.ts'
import { createHttpApplication } from '#kit/server/http/application.ts'
import type { Intake } from '../intake/intake.ts'
import { Refusals } from '../refusals/refusals.ts'
import { serveDocuments } from './http-documents.ts'

async function post(error: Error) {
  const app = createHttpApplication(pino({ level: 'silent' }))
  onTestFinished(() => app.close())
  const refusals = new Refusals(Date.now, new Budget(64 * 2 ** 20))
  serveDocuments(app, {
    catalogue: { device: () => ({ id: 7, lesiId: 'pump-1' }) } as unknown as Catalogue,
    verifyToken: () => true,
    intake: {
      take: async () => {
        throw error
      },
    } as unknown as Intake,
    presence: { messageReceived: () => undefined, statusReported: () => undefined },
    refusals,
  })
  const headers = { authorization: 'Bearer x' }
  const url = '/api/ingest/pump-1'
  const reply = await app.inject({ method: 'POST', url, headers, payload: '{"a":1}' })
  const listed = refusals.list().map(({ field, reason }) => `${field}: ${reason}`)
  return { status: reply.statusCode, body: reply.json<{ errors?: object }>(), listed }
}

it('IN20 answers 422 with a code, not 500, to a document that meets a defect', async () => {
  const { status, body, listed } = await post(new TypeError('undefined is not a function'))
  const reason = expect.stringMatching(/^internal error [0-9a-f]{8}; the server cannot take this$/)
  expect([status, body.errors]).toEqual([422, { document: [reason] }])
  expect(listed).toEqual([expect.stringMatching(/^document: internal error [0-9a-f]{8};/)])
})

it.each([
  ['store_unavailable', 503, ['store: for now']],
  ['too_many_requests', 429, ['request: for now']],
  ['overloaded', 503, ['request: for now']],
  ['payload_too_large', 400, ['document: for now']],
] as const)('IN5 answers and lists %s once', async (code, expected, entries) => {
  const { status, listed } = await post(new AppError(code, 'for now'))
  expect([status, listed]).toEqual([expected, entries])
})
