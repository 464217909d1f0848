import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApplication, type TestApplication } from '#testing/sites/application.ts'

let site: TestApplication

beforeAll(async () => {
  site = await startTestApplication()
})
afterAll(() => site.close())

const elsewhere = '203.0.113.7'

async function clientOf(role: string) {
  return site.clientOf(await site.addAccount({ email: `${role}@example.org`, roles: [role] }))
}

async function anonymous(
  remoteAddress: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<number> {
  return (await site.app.inject({ url: '/api/metrics', remoteAddress, headers })).statusCode
}

test('OP3 this machine and administrators read the metrics, and nobody else', async () => {
  for (const address of ['127.0.0.1', '::1', '::ffff:127.0.0.1'])
    expect(await anonymous(address)).toBe(200)
  expect(await anonymous(elsewhere)).toBe(401)
  expect((await (await clientOf('manager')).get('/api/metrics')).statusCode).toBe(403)
  const metrics = await (await clientOf('admin')).get('/api/metrics')
  expect(metrics.statusCode).toBe(200)
  expect(metrics.body).toContain('# TYPE warroom_live_sockets gauge')
})

test('OP3 what a proxy on this machine sends on is not this machine', async () => {
  for (const name of ['x-forwarded-for', 'forwarded'])
    expect(await anonymous('127.0.0.1', { [name]: elsewhere })).toBe(401)
})

test('OP1 OP5 without its database the process lives and is not ready', async () => {
  expect((await site.app.inject('/api/ready')).json()).toEqual({
    data: { postgres: true, telemetry: true },
  })
  await site.sql.destroy()
  const lives = await site.app.inject('/api/health')
  expect([lives.statusCode, lives.json().data.status]).toEqual([200, 'ok'])
  const ready = await site.app.inject('/api/ready')
  expect([ready.statusCode, ready.json().message, ready.headers['retry-after']]).toEqual([
    ...[503, 'Not ready: postgres does not answer', '5'],
  ])
})
