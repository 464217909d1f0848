import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createBus } from '#kit/server/bus.ts'
import { systemClock } from '#kit/server/clock.ts'
import { servedRoutes } from '#kit/server/http/serve.ts'
import { createPostgresListener } from '#kit/server/postgres-listener.ts'
import { testDatabase } from '#testing/postgres.ts'
import { testTelemetry } from '#testing/telemetry.ts'
import { createApplication } from './app.ts'
import { gatherFacts, readConfig } from './config.ts'
import { startDataServices } from './data-services.ts'

const log = pino({ level: 'silent' })
const cleanup = new AsyncDisposableStack()
let app: Awaited<ReturnType<typeof createApplication>>

beforeAll(async () => {
  const database = await testDatabase()
  cleanup.defer(() => database.drop())
  const engine = await testTelemetry()
  cleanup.defer(() => engine.close())
  const listener = await createPostgresListener(database.url, () => undefined)
  cleanup.defer(() => listener.close())
  const engines = { sql: database.sql, listener, telemetry: engine.telemetry }
  const bus = createBus(() => undefined)
  const lifecycle = {
    onStop: (_name: string, stop: () => unknown) => cleanup.defer(async () => void (await stop())),
    stopping: new AbortController().signal,
    stop: () => Promise.resolve(),
  }
  const data = await startDataServices(engines, bus, systemClock, lifecycle, log)
  const config = readConfig({ DEMO: 'off', DATABASE_URL: 'postgres://localhost/test' }, gatherFacts(engine.directory))
  app = await createApplication({
    config,
    version: '1.0.0',
    engines,
    data,
    broker: null,
    mqttConnections: () => 0,
    bus,
    clock: systemClock,
    log,
  })
  cleanup.defer(() => app.close())
})
afterAll(() => cleanup.disposeAsync())

it('RT1 every route of the API is declared once, in words', () => {
  const names = servedRoutes(app).map(({ method, path }) => `${method} ${path}`)
  expect(new Set(names).size).toBe(names.length)
  expect(names.length).toBeGreaterThan(10)
  for (const { summary } of servedRoutes(app)) expect(summary).toMatch(/^[A-Z'].{10,}/)
})

it('RT2 a route with a gate answers nobody without a session, whatever is sent', async () => {
  const gated = servedRoutes(app).filter(({ gate }) => gate !== 'public' && gate !== 'device')
  expect(gated.length).toBeGreaterThan(5)
  for (const { method, path } of gated) {
    const url = path.replaceAll(/:\w+/g, 'x')
    const reading = await app.inject({ method, url, ...(method === 'GET' ? {} : { payload: {} }) })
    expect([path, reading.statusCode]).toEqual([path, method === 'GET' ? 401 : 419])
  }
})

it('RT3 the documentation lists every declared route', async () => {
  const { paths } = (await app.inject('/api/docs/json')).json<{ paths: Record<string, Record<string, unknown>> }>()
  for (const { method, path } of servedRoutes(app)) {
    expect(Object.keys(paths[path.replaceAll(/:(\w+)/g, '{$1}')] ?? {})).toContain(method.toLowerCase())
  }
})

it('RT4 what is no route is not_found in the envelope, with a request id', async () => {
  const reply = await app.inject('/api/nothing-here')
  expect(reply.statusCode).toBe(404)
  expect(reply.json()).toMatchObject({ success: false, error: 'not_found', requestId: reply.headers['x-request-id'] })
})
