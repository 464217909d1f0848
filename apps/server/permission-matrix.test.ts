import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { gatesOfRoles, roles } from '#kit/model/permission.ts'
import { createHttpApplication } from '#kit/server/http/application.ts'
import { servedRoutes, type ServedRoute } from '#kit/server/http/gates.ts'
import { tinyPicture } from '#testing/pictures.ts'
import type { HttpClient } from '#testing/peers/http-client.ts'
import { insertDevice } from '#testing/postgres/devices-store.ts'
import { startTestApplication, type TestApplication } from '#testing/sites/application.ts'
import { pathOf } from '#testing/path-of-nothing.ts'
import { attemptsOnArticles } from '#testing/article-attempts.ts'
import { attemptsOnAlarms } from '#testing/alarm-attempts.ts'
import { attemptsOnBoards } from '#testing/board-attempts.ts'
import { attemptsOnDevices } from '#testing/device-attempts.ts'
import { addFiles, attemptsOnFiles } from '#testing/file-attempts.ts'

const golden = join(import.meta.dirname, 'permission-matrix.txt')
const columns = ['nobody', 'disabled', ...roles] as const
let site: TestApplication
const accounts = new Map<string, number>()

beforeAll(async () => {
  site = await startTestApplication()
  for (const role of roles)
    accounts.set(role, await site.addAccount({ email: `${role}@example.org`, roles: [role] }))
  accounts.set(
    'disabled',
    await site.addAccount({ email: 'disabled@example.org', roles: ['admin'], disabled: true }),
  )
})
afterAll(() => site.close())

/** The role that a column's account has switched to. */
const previews = new Map<string, string>()

async function newClientOf(column: string): Promise<HttpClient> {
  const userId = accounts.get(column)
  if (userId === undefined) return site.anonymousClient()
  const client = await site.clientOf(userId)
  const role = previews.get(column)
  if (role !== undefined)
    expect((await client.post('/api/auth/role/asign', { role })).statusCode).toBe(200)
  return client
}

/** The browser of each column. A call that passed the gate may have ended its session. */
const browsers = new Map<string, { readonly client: HttpClient; readonly isUsed: boolean }>()
const isRefused = (status: number) => status === 401 || status === 403

async function call(column: string, route: ServedRoute): Promise<number> {
  const { method } = route
  const body = method !== 'GET' && method !== 'DELETE' ? {} : undefined
  const ask = async (client: HttpClient) =>
    (await client.send(method, pathOf(route), body)).statusCode
  const known = browsers.get(column)
  const status = known && (await ask(known.client))
  // Whoever is refused in a session that others have used is asked again in one of their own.
  if (known && status !== undefined && !(isRefused(status) && known.isUsed)) {
    browsers.set(column, { ...known, isUsed: known.isUsed || !isRefused(status) })
    return status
  }
  const client = await newClientOf(column)
  const fresh = await ask(client)
  browsers.set(column, { client, isUsed: !isRefused(fresh) })
  return fresh
}

/** What the gate says: the status that it refuses with, or that it lets the call pass. */
async function answer(column: string, route: ServedRoute): Promise<string> {
  const status = await call(column, route)
  return isRefused(status) ? String(status) : 'yes'
}

function gateText({ gate }: ServedRoute): string {
  if (typeof gate === 'string') return gate
  return [...(gate.roles ?? []), ...(gate.permissions ?? [])].join(', ')
}

/** What each role was answered, by route. */
const answers = new Map<string, string>()
const answerKey = (column: string, { method, path }: ServedRoute) => `${column} ${method} ${path}`
const routesOfApi = () => servedRoutes(site.app).filter(({ path }) => !path.startsWith('/api/docs'))

test('AP1 every route of the API lets pass exactly who is meant to', async () => {
  const rows: string[] = []
  for (const route of routesOfApi()) {
    const cells: string[] = []
    for (const column of columns) {
      const answered = await answer(column, route)
      answers.set(answerKey(column, route), answered)
      cells.push(answered.padEnd(column.length))
    }
    rows.push(
      `${`${route.method} ${route.path}`.padEnd(48)} ${cells.join('  ')}  | ${gateText(route)}`,
    )
  }
  const head = `${'route'.padEnd(48)} ${columns.join('  ')}  | gate`
  const advice = 'meant so? `npx vitest run apps/server/permission-matrix.test.ts -u` writes it'
  await expect([head, ...rows.toSorted(), ''].join('\n'), advice).toMatchFileSnapshot(golden)
})

test('AP2 an administrator who looks through a role may do what that role may', async () => {
  for (const role of ['visitor', 'editor'] as const) {
    const preview = `admin as ${role}`
    accounts.set(
      preview,
      await site.addAccount({ email: `as-${role}@example.org`, roles: ['admin'] }),
    )
    previews.set(preview, role)
    for (const route of routesOfApi()) {
      const expected = answers.get(answerKey(role, route)) ?? (await answer(role, route))
      expect(`${route.path} ${await answer(preview, route)}`).toBe(`${route.path} ${expected}`)
    }
  }
})

test('AP3 an application with a route of the API that states no gate does not start', async () => {
  const app = createHttpApplication(pino({ level: 'silent' }))
  app.get('/api/open', async () => 'secret')
  await expect(app.ready()).rejects.toThrow('these do not: GET /api/open')
})

/** A device of nobody, with one sensor, once the catalogue has it. */
async function addDevice(administrator: HttpClient): Promise<void> {
  await insertDevice(site.sql, 'PUMP-1', 'temp')
  await expect
    .poll(async () => (await administrator.get('/api/scada/sensor/config/PUMP-1')).statusCode)
    .toBe(200)
}

/** Who tries, at which path, with which body, and what they are answered. */
type Attempt = readonly [who: number, path: string, body: object | undefined, status: number]

interface Ids {
  /** An administrator's request to delete readings. */
  readonly requested: number
  /** Somebody who sees no device. */
  readonly own: number
  readonly manager: number
  readonly admin: number
  /** Of the administrator. */
  readonly session: string
  /** Of the administrator. */
  readonly page: string
  readonly dashboard: string
  readonly picture: string
  readonly export: string
  readonly import: string
  readonly version: number
}

/** For each route with an id: an attempt with another's, or why the id opens nothing. */
function attemptsOf(ids: Ids): Readonly<Record<string, Attempt | string>> {
  return {
    'GET /api/kiosk/pictures/:id': 'opened by the token of a link alone: features/pages, KS11',
    'GET /api/avatars/:file': 'everybody who is signed in sees the pictures of everybody',
    'GET /api/pictures/:id': 'everybody who was given the id of a picture sees it',
    'GET /api/users/:id': 'who manages people sees them all',
    'PUT /api/annotations/:id': 'of others not found: features/annotations, AN2, AN3',
    'DELETE /api/annotations/:id': 'of others not found: features/annotations, AN2, AN3',
    ...attemptsOnAlarms,
    ...attemptsOnArticles,
    ...attemptsOnPeople(ids),
    ...attemptsOnRoles(ids),
    ...attemptsOnDevices(ids),
    ...attemptsOnConnectors(ids),
    ...attemptsOnBoards(ids),
    ...attemptsOnFiles(ids),
    'DELETE /api/pictures/:id': [ids.own, `/api/pictures/${ids.picture}`, undefined, 404],
  }
}

function attemptsOnPeople({ own, manager, admin, session, version }: Ids) {
  const edit = {
    version,
    name: 'Mine',
    email: 'mine@example.org',
    introduction: '',
    roles: ['manager'],
    permissions: [],
  }
  const path = `/api/users/${admin}`
  const secondFactor = `${path}/second-factor/disable`
  return {
    'DELETE /api/profile/access-tokens/:id': 'of others not found: features/access-tokens, AT4',
    'DELETE /api/profile/sessions/:id': [own, `/api/profile/sessions/${session}`, undefined, 404],
    'PUT /api/users/:id': [manager, path, edit, 403],
    'DELETE /api/users/:id': [manager, path, undefined, 403],
    'POST /api/users/:id/disable': [manager, `${path}/disable`, {}, 403],
    'POST /api/users/:id/enable': [manager, `${path}/enable`, {}, 403],
    'POST /api/users/:id/personal-data': [manager, `${path}/personal-data`, undefined, 403],
    'POST /api/users/:id/erase': [manager, `${path}/erase`, { name: '' }, 403],
    'POST /api/users/:id/reset-link': [manager, `${path}/reset-link`, {}, 403],
    'POST /api/users/:id/second-factor/disable': [manager, secondFactor, {}, 403],
  } as const
}

function attemptsOnRoles({ manager }: Ids) {
  const path = '/api/roles/editor'
  const permissions = { permissions: [], version: 1 }
  return {
    'PUT /api/roles/:name': [manager, path, { name: 'mine', version: 1 }, 403],
    'PUT /api/roles/:name/permissions': [manager, `${path}/permissions`, permissions, 403],
    'DELETE /api/roles/:name': [manager, path, undefined, 403],
  } as const
}

/** An administrator's request about stored readings. */
async function removeWithReadings(administrator: HttpClient): Promise<number> {
  await insertDevice(site.sql, 'GONE-1', 'temp')
  await expect
    .poll(async () => (await administrator.delete('/api/devices/GONE-1')).statusCode)
    .toBe(204)
  const { data } = (await administrator.get('/api/readings/deletions')).json()
  return data[0].id
}

function attemptsOnConnectors({ own }: Ids) {
  const path = '/api/connectors/1'
  const edit = { version: 1, name: 'Mine', settings: {} }
  return {
    'GET /api/connectors/:id': [own, path, undefined, 403],
    'PUT /api/connectors/:id': [own, path, edit, 403],
    'DELETE /api/connectors/:id': [own, path, undefined, 403],
    'POST /api/connectors/:id/pause': [own, `${path}/pause`, {}, 403],
    'POST /api/connectors/:id/resume': [own, `${path}/resume`, {}, 403],
  } as const
}

test("AP4 HI6 another account's ids open nothing", async () => {
  const own = await site.addAccount({ email: 'own@example.org', roles: ['basic'] })
  const manager = accounts.get('manager') ?? 0
  const admin = accounts.get('admin') ?? 0
  const administrator = await site.clientOf(admin)
  await addDevice(administrator)
  const victim = await site.clientOf(admin)
  const { id: session } = (await victim.get('/api/profile/sessions'))
    .json()
    .data.find(({ current }: { current: boolean }) => current)
  const user = (await administrator.get(`/api/users/${admin}`)).json().data
  const custom = '/api/scada/shadow-lambda/custom'
  const { id: page } = (await administrator.post(`${custom}/store`, { name: 'Own' })).json().data
  const { id: dashboard } = (await administrator.post('/api/dashboards', { name: 'Own' })).json()
    .data
  const image = tinyPicture.png.toString('base64')
  const { id: picture } = (await administrator.post('/api/pictures', { image })).json().data
  const attempts = attemptsOf({
    ...{ own, manager, admin, session, page, dashboard, picture, version: user.version },
    ...(await addFiles(administrator)),
    requested: await removeWithReadings(administrator),
  })
  const named = servedRoutes(site.app).filter(({ path }) => path.includes(':'))
  const advice =
    'add an attempt with an id of others, or why it opens nothing (testing/*-attempts.ts)'
  for (const { method, path } of named)
    expect(Object.keys(attempts), advice).toContain(`${method} ${path}`)
  for (const [route, attempt] of Object.entries(attempts)) {
    if (typeof attempt === 'string') continue
    const [who, path, body, status] = attempt
    const [method = ''] = route.split(' ')
    const reply = await (await site.clientOf(who)).send(method, path, body)
    expect(`${route} ${reply.statusCode}`).toBe(`${route} ${status}`)
  }
  expect((await victim.get('/api/user')).statusCode).toBe(200)
  expect((await administrator.get(`/api/users/${admin}`)).json().data).toEqual({
    ...user,
    lastSeenAt: expect.any(Number),
  })
  for (const list of ['/api/sensors', '/api/scada/shadow-lambda/realtime'])
    expect((await (await site.clientOf(own)).get(list)).json().data).toEqual([])
})

test('AM7 giving a role is held against every gate that names a role', () => {
  const naming = servedRoutes(site.app).filter(
    ({ gate }) => typeof gate === 'object' && gate.roles?.length,
  )
  expect(naming.length).toBeGreaterThan(20)
  for (const { path, gate } of naming)
    expect([path, gatesOfRoles.some((each) => each === gate)]).toEqual([path, true])
})
