import { afterAll, beforeAll, expect, it } from 'vitest'
import { servedRoutes } from '#kit/server/http/gates.ts'
import { openNumbers, type ApiDescription } from '#testing/open-numbers.ts'
import { startTestApplication, type TestApplication } from '#testing/sites/application.ts'

let site: TestApplication

beforeAll(async () => void (site = await startTestApplication()))
afterAll(() => site.close())

async function documented(): Promise<Record<string, Record<string, { summary?: string }>>> {
  return (await site.app.inject('/api/docs/json')).json<{
    paths: Record<string, Record<string, { summary?: string }>>
  }>().paths
}

it('RT1 every route is declared once, with a sentence that says what it does', async () => {
  const names = servedRoutes(site.app).map(({ method, path }) => `${method} ${path}`)
  expect(new Set(names).size).toBe(names.length)
  expect(names.length).toBeGreaterThan(30)
  for (const route of Object.values(await documented())) {
    for (const { summary } of Object.values(route)) expect(summary).toMatch(/^[A-Z'].{10,}/)
  }
})

it('RT2 a route with a gate answers nobody without a session, whatever is sent', async () => {
  const gated = servedRoutes(site.app).filter(({ gate }) => gate !== 'public' && gate !== 'device')
  expect(gated.length).toBeGreaterThan(20)
  for (const { method, path } of gated) {
    const url = path.replaceAll(/:\w+/g, 'x')
    const reading = await site.app.inject({
      method: method as 'GET',
      url,
      ...(method === 'GET' ? {} : { payload: {} }),
    })
    expect([path, reading.statusCode]).toEqual([path, method === 'GET' ? 401 : 419])
  }
})

it('RT3 the documentation lists every declared route', async () => {
  const paths = await documented()
  const hidden = new Set(['/api/live', '/api/kiosk/live', '/api/metrics'])
  for (const { method, path } of servedRoutes(site.app)) {
    if (hidden.has(path) || path.startsWith('/api/docs')) continue
    const listed = Object.keys(paths[path.replaceAll(/:(\w+)/g, '{$1}')] ?? {})
    expect([path, ...listed]).toContain(method.toLowerCase())
  }
})

it('RT9 whole numbers that a call takes have limits that a column holds', async () => {
  const description = (await site.app.inject('/api/docs/json')).json<ApiDescription>()
  expect(openNumbers(description).toSorted()).toEqual(
    [
      // Compared in memory.
      'post /api/imports/{id}/parts offset',
      'post /api/ingest/tail after',
      'post /api/readings/retention/confirm-clock now',
      // Alarms are numbered by 64 bits.
      ...['acknowledge', 'assign', 'reset', 'shelve'].map((act) => `post /api/alarms/${act} ids[]`),
      ...['get /api/alarms/active/all after', 'get /api/alarms/{id} id'],
      'post /api/alarms/{id}/comment id',
    ].toSorted(),
  )
})

it('RT4 what is no route is not_found in the envelope, with a request id', async () => {
  const reply = await site.app.inject('/api/nothing-here')
  expect(reply.statusCode).toBe(404)
  expect(reply.json()).toMatchObject({
    success: false,
    error: 'not_found',
    requestId: reply.headers['x-request-id'],
  })
})

it.each([
  '/',
  '/index.html',
  '/redirect//evil.example',
  '/redirect/%5Cevil.example',
  '/..%2f..%2fpackage.json',
  '/%00',
])('RT5 a person who asks for %s gets the page, which shows what is there', async (url) => {
  const reply = await site.app.inject({ url, headers: { accept: 'text/html,*/*' } })
  expect([reply.statusCode, reply.headers['content-type']]).toEqual([
    200,
    'text/html; charset=utf-8',
  ])
  expect(reply.headers['content-security-policy']).toContain("script-src 'self'")
})

it('RT5 whoever does not ask for JSON alone gets the page, by GET and by HEAD', async () => {
  for (const accept of [undefined, '*/*', 'text/*', 'text/html, application/json']) {
    const headers = accept === undefined ? {} : { accept }
    for (const url of ['/', '/warroomDashboard', '/no/such/page']) {
      for (const method of ['GET', 'HEAD'] as const) {
        const reply = await site.app.inject({ method, url, headers })
        expect([url, method, accept, reply.statusCode]).toEqual([url, method, accept, 200])
        expect(reply.headers['content-type']).toBe('text/html; charset=utf-8')
        expect(reply.body === '').toBe(method === 'HEAD')
      }
    }
  }
})

it('RT5 a program that asks for JSON, a call, a file and a write get no page', async () => {
  const asking = async (method: 'GET' | 'POST', url: string, accept: string) => {
    const reply = await site.app.inject({ method, url, headers: { accept } })
    return [reply.statusCode, reply.json().error]
  }
  const missing = [404, 'not_found']
  expect(await asking('GET', '/warroomDashboard', 'application/json')).toEqual(missing)
  expect(await asking('GET', '/warroomDashboard', 'application/problem+json')).toEqual(missing)
  expect(await asking('GET', '/api/nothing-here', 'text/html')).toEqual(missing)
  expect(await asking('GET', '/assets/nothing.js', '*/*')).toEqual(missing)
  expect(await asking('POST', '/warroomDashboard', '*/*')).toEqual(missing)
  expect(await asking('GET', '/api/%E0%A4%A', 'text/html')).toEqual([400, 'bad_request'])
})

it.each(['/100%', '/%E0%A4%A'])(
  'RT5 %s, which nothing can decode, leads a person to /404, and a program to the envelope',
  async (url) => {
    const person = await site.app.inject({ url, headers: { accept: 'text/html' } })
    expect([person.statusCode, person.headers.location]).toEqual([302, '/404'])
    const program = await site.app.inject({ url, headers: { accept: 'application/json' } })
    expect([program.statusCode, program.json()]).toEqual([
      400,
      expect.objectContaining({ success: false, error: 'bad_request' }),
    ])
  },
)
