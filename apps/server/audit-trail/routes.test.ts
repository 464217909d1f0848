import { expect, test } from 'vitest'
import { servedRoutes } from '#kit/server/http/gates.ts'
import { successes } from '#testing/audit-trail/route-successes.ts'
import {
  entries,
  expectNoSecret,
  pass,
  person,
  site,
  watchAudit,
} from '#testing/audit-trail/trail.ts'

watchAudit()

/** Routes that write and leave no entry, with the reason. */
const exempt: Readonly<Record<string, string>> = {
  'POST /api/ingest/:lesiId': 'telemetry: the readings are the record',
  'POST /api/client-errors': 'what a page reports by itself: features/client-errors, ER2',
  'POST /api/ingest/batch': 'telemetry: the readings are the record',
  'POST /api/v2/write': 'telemetry: the readings are the record',
  'POST /api/scada/shadow-lambda/things': 'only reads',
  'POST /api/scada/cognito-account': 'only reads',
  'POST /api/auth/tour': 'notes only that the tour was seen: no record is needed of it',
  'POST /api/devices/import/check': 'only reads',
  'POST /api/scada/shadow-lambda/dealjson': 'only reads',
  'POST /api/scada/shadow-lambda/dealjson/sensor': 'only reads',
  'POST /api/ingest/tail': 'only reads',
  'POST /api/annotations/list': 'only reads',
  'POST /api/articles/procedures': 'only reads',
  'POST /api/alarms/past': 'only reads',
  'POST /api/alarms/spans': 'only reads',
  'POST /api/connectors/test': 'only reads',
  'POST /api/alarm-rules/matches': 'only reads',
  'POST /api/alarm-rules/what-if': 'only reads',
  'POST /api/connectors/browse': 'only reads',
  'POST /api/readings/changes': 'only reads',
  'POST /api/readings/retention/preview': 'only reads',
  'POST /api/imports/:id/inspect': 'only reads',
  'POST /api/imports/:id/parts': 'a part of an upload, whose beginning has an entry: IM15',
  'POST /api/past/moment': 'only reads',
  'POST /api/past/nearest': 'only reads',
  'POST /api/past/trends': 'only reads',
  'POST /api/past/span': 'only reads',
  'POST /api/past/events': 'only reads',
  'POST /api/readings/today': 'only reads',
  'POST /api/kiosk/readings/today': 'only reads',
  'POST /api/kiosk/readings/changes': 'only reads',
  'POST /api/kiosk/report/states': 'only reads',
  'POST /api/kiosk/report/median': 'only reads',
  'POST /api/kiosk/things': 'only reads',
  'POST /api/calculations/try': 'only reads',
  'POST /api/chatbot': 'only reads',
  'POST /api/mcp': 'only reads',
  'POST /api/sensors/lookup': 'only reads',
  'POST /api/exports/reports/activity': 'only reads',
  'POST /api/sensors/config/stored': 'only reads',
  'POST /api/scada/report/days': 'only reads',
  'POST /api/scada/report/figures': 'only reads',
  'POST /api/scada/report/distribution': 'only reads',
  'POST /api/scada/report/correlation': 'only reads',
  'POST /api/scada/report/cookie/reset': 'only reads',
  'POST /api/scada/report/states': 'only reads',
  'POST /api/boards/:id/presence': 'only reads',
  'POST /api/scada/reportbything': 'only reads',
  'POST /api/scada/reportbything/sensor': 'only reads',
  'POST /api/auth/setup': 'needs an installation without users: proved in features/session, SE14',
}

test('AU1 every route that changes something is tried here, or exempt by name', () => {
  const changing = servedRoutes(site.app).filter(({ method }) => method !== 'GET')
  const names = changing.map(({ method, path }) => `${method} ${path}`)
  expect(names.toSorted()).toEqual([...Object.keys(successes), ...Object.keys(exempt)].toSorted())
  const reading = changing
    .filter(({ changesNothing }) => changesNothing)
    .map(({ method, path }) => `${method} ${path}`)
  expect(reading.toSorted()).toEqual(
    Object.keys(exempt)
      .filter((name) => exempt[name] === 'only reads')
      .toSorted(),
  )
})

/** What the product adds by itself when it has done what was asked for, whenever that is. */
const ofProduct: ReadonlySet<unknown> = new Set([
  ...['device.readings-deleted', 'import.done', 'installation.rollups-repaired'],
])
const entriesOfCalls = async () => (await entries()).filter(({ action }) => !ofProduct.has(action))

test.each(Object.entries(successes))(
  'AU1 %s leaves exactly one entry when it succeeds, and none when it is refused',
  async (route, prepare) => {
    pass(60_000)
    const { client, path, body, besides = [] } = await prepare()
    const [method = ''] = route.split(' ')
    const before = await entriesOfCalls()
    expect(
      (await (await site.anonymousClient()).send(method, path, {})).statusCode,
    ).toBeGreaterThanOrEqual(400)
    expect(await entriesOfCalls()).toHaveLength(before.length)
    const reply = await client.send(method, path, body)
    expect([200, 204]).toContain(reply.statusCode)
    const added = (await entriesOfCalls()).slice(before.length)
    expect(added.slice(0, -1).map(({ action }) => action)).toEqual(besides)
    const from = {
      request_id: reply.headers['x-request-id'],
      address: '203.0.113.7',
      actor_email: expect.any(String),
    }
    expect(added).toEqual([...besides, ''].map(() => expect.objectContaining(from)))
  },
)

test('AU1 each failed sign-in leaves one entry, without an actor', async () => {
  const { email, id } = await person()
  const client = await site.anonymousClient()
  const before = await entriesOfCalls()
  for (const each of [email, 'nobody@example.org'])
    await client.post('/api/auth/login', { email: each, password: 'not the password' })
  const about = { action: 'session.sign-in-failed', actor_id: null }
  expect((await entriesOfCalls()).slice(before.length)).toEqual([
    expect.objectContaining({
      ...about,
      entity_name: email,
      entity_id: String(id),
      after: { reason: 'wrong password' },
    }),
    expect.objectContaining({
      ...about,
      entity_name: 'nobody@example.org',
      after: { reason: 'unknown account' },
    }),
  ])
})

test('AU1 looking leaves no entry', async () => {
  const { client, id } = await person()
  const before = await entriesOfCalls()
  for (const { method, path } of servedRoutes(site.app))
    if (method === 'GET' && !path.includes('docs'))
      await client.get(path.replace('/users/:id', `/users/${id}`))
  expect(await entriesOfCalls()).toHaveLength(before.length)
})

test('AU2 no secret that was used here is in the audit', expectNoSecret)
