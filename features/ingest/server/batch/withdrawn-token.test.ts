import { pino } from 'pino'
import { expect, it, onTestFinished } from 'vitest'
import type { Catalogue } from '#kit/server/catalogue.ts'
import { createHttpApplication } from '#kit/server/http/application.ts'
import { intakeDevice, intakeStart, IntakeSite } from '#testing/sites/intake.ts'
import { DevicesOfGateways } from '../gateways/devices-of-gateways.ts'
import { serveLineProtocol } from '../line-protocol/line-protocol-routes.ts'
import { Refusals } from '../refusals/refusals.ts'
import { serveBatch } from './batch-route.ts'

it.each([
  { path: '/api/ingest/batch', body: JSON.stringify([{ ts: intakeStart, values: { temp: 1 } }]) },
  { path: '/write', body: 'm temp=1' },
])('IN141 $path takes nothing by a token that was replaced meanwhile', async ({ path, body }) => {
  const site = new IntakeSite()
  const app = createHttpApplication(pino({ level: 'silent' }))
  onTestFinished(() => app.close())
  const catalogue = { device: () => intakeDevice } as unknown as Catalogue
  const refusals = new Refusals(() => intakeStart, site.budget)
  let verified = 0
  const services = {
    ...{ catalogue, refusals, budget: site.budget, intake: site.createIntake() },
    gateways: new DevicesOfGateways(catalogue),
    presence: { messageReceived: () => undefined, statusReported: () => undefined },
    // When the request begins it is still the token.
    verifyToken: () => verified++ === 0,
  }
  await app.register(async (part) => {
    if (path === '/write') serveLineProtocol(part, services)
    else serveBatch(part, services)
  })
  const authorization = `Token ${intakeDevice.lesiId}:its-former-token`
  const reply = await app.inject({ method: 'POST', url: path, headers: { authorization }, body })
  expect(reply.statusCode).toBe(401)
  expect([site.stored, site.added]).toEqual([[], []])
})
