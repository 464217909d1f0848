import { beforeAll, expect, test } from 'vitest'
import { storeReadings } from '#testing/sites/store-readings.ts'
import { tinyPicture } from '#testing/pictures.ts'
import type { Person } from '#testing/sites/account-site.ts'
import { site } from '#testing/sites/shared-account-site.ts'

let administrator: Person
let owner: Person
let board: string
let token: string

const keys = ['heat', 'lamp', 'other', 'foreign'] as const
type Key = (typeof keys)[number]
const ids = {} as Record<Key, number>
const pictures = {} as Record<'own' | 'unused' | 'foreign', string>

const widget = (id: string, change: object) => ({
  ...{ id, sensor: null, sensors: [], kind: null, options: {}, x: 0, y: 0, w: 3, h: 3 },
  ...change,
})

beforeAll(async () => {
  administrator = await site.addPerson({ roles: ['admin'] })
  owner = await site.addPerson({ roles: ['basic'] })
  const { catalogue } = site.application.data
  for (const [lesiId, sensors] of [
    ['WALL-1', ['heat', 'lamp', 'other']],
    ['WALL-2', ['foreign']],
  ] as const) {
    await administrator.client.post('/api/devices', { lesiId, name: `Name of ${lesiId}` })
    const id = catalogue.device(lesiId)?.id ?? 0
    await catalogue.addSensors(
      id,
      sensors.map((key) => ({ key, sample: 1 })),
    )
    for (const key of sensors) ids[key] = catalogue.sensorByKey(id, key)?.id ?? 0
  }
  await administrator.client.put('/api/devices/WALL-1/bindings', {
    ...{ email: owner.email, relation: 'admin', contractStart: null, contractEnd: null },
  })
  await administrator.client.put('/api/scada/sensor/config/WALL-1', {
    sensors: [{ key: 'lamp', type: 'lamp' }],
  })
  await storeReadings(
    site.application.telemetry,
    Object.values(ids).flatMap((sensorId) =>
      [1, 2].map((value) => ({
        ...{ sensorId, value, quality: 'good' as const },
        time: site.now - value * 60_000,
      })),
    ),
  )
  pictures.own = await addPicture(owner)
  pictures.unused = await addPicture(owner)
  pictures.foreign = await addPicture(administrator)
  board = await addBoard(owner, ['heat', 'lamp'], pictures.own)
  token = await addLink(owner, board)
})

const image = tinyPicture.png.toString('base64')
const addPicture = async ({ client }: Person) =>
  (await client.post('/api/pictures', { image })).json<{ data: { id: string } }>().data.id

async function addBoard({ client }: Person, shown: readonly Key[], picture: string) {
  const widgets = [
    ...shown.map((key, x) =>
      widget(key, { x: 3 * x, sensor: { thing: key === 'foreign' ? 'WALL-2' : 'WALL-1', key } }),
    ),
    widget('plan', { x: 6, kind: 'image', options: { picture } }),
  ]
  const reply = await client.post('/api/dashboards', { name: 'Hall', widgets })
  return reply.json<{ data: { id: string } }>().data.id
}

async function addLink({ client }: Person, id: string) {
  const reply = await client.post(`/api/boards/${id}/kiosk-links`, { name: 'Gate', days: 1 })
  return reply.json<{ data: { token: string } }>().data.token
}

const headers = (bearer: string) => ({ authorization: `Bearer ${bearer}` })

/** Asks by a link, without an account and without cookies. */
function ask(path: string, bearer = token, sensors: readonly number[] = Object.values(ids)) {
  const { app } = site.application
  return app.inject({ method: 'POST', url: path, headers: headers(bearer), payload: { sensors } })
}
const picture = (id: string, bearer = token) =>
  site.application.app.inject({ url: `/api/kiosk/pictures/${id}`, headers: headers(bearer) })

const figures = '/api/kiosk/readings/today'
const changes = '/api/kiosk/readings/changes'
const states = '/api/kiosk/report/states'
const sensorsOf = (reply: Awaited<ReturnType<typeof ask>>) => {
  const { data } = reply.json<{ data: Listed[] | { sensors: Listed[] } }>()
  return ('sensors' in data ? data.sensors : data).map(({ sensorId }) => sensorId).toSorted()
}
interface Listed {
  readonly sensorId: number
}

test('KS11 a link has the figures and states of its sensors, as their person', async () => {
  const both = [ids.heat, ids.lamp].toSorted()
  expect(sensorsOf(await ask(figures))).toEqual(both)
  for (const path of [changes, states]) expect(sensorsOf(await ask(path))).toEqual([ids.lamp])
  for (const [own, path] of [
    [figures, '/api/readings/today'],
    [changes, '/api/readings/changes'],
    [states, '/api/scada/report/states'],
  ] as const)
    expect((await ask(own)).json()).toEqual(
      (await owner.client.post(path, { sensors: both })).json(),
    )
})

test('KS11 neither other sensors of the person nor those of others can be asked for', async () => {
  for (const path of [figures, changes, states])
    expect(sensorsOf(await ask(path, token, [ids.other, ids.foreign]))).toEqual([])
  const opened = await site.application.app.inject({
    url: '/api/kiosk/board',
    headers: headers(token),
  })
  expect(opened.json().data.devices).toEqual([{ lesiId: 'WALL-1', name: 'Name of WALL-1' }])
})

const medianPath = '/api/kiosk/report/median'
const askMedian = (sensor: number, bearer = token) =>
  site.application.app.inject({
    ...{ method: 'POST', url: medianPath, headers: headers(bearer), payload: { sensor } },
  })
const askDevices = (bearer = token) =>
  site.application.app.inject({
    ...{ method: 'POST', url: '/api/kiosk/things', headers: headers(bearer), payload: {} },
  })

test('KS11 a link has the medians of its sensors as their person, and of no others', async () => {
  const report = await owner.client.get('/api/scada/report/WALL-1/heat/today?width=1')
  const { from, timezone, statistics } = report.json().data
  expect(statistics.median).toBe(1.5)
  expect((await askMedian(ids.heat)).json().data).toEqual({ from, timezone, median: 1.5 })
  // A lamp has none; the others are not on the board.
  for (const id of [ids.lamp, ids.other, ids.foreign, 4_000_000_000])
    expect((await askMedian(id)).statusCode).toBe(404)
  expect((await askMedian(ids.heat, 'wrong')).statusCode).toBe(401)
})

test('KS11 a link has the devices of its sensors, and nothing of whose link it is', async () => {
  const { data, meta } = (await askDevices()).json()
  expect(data).toMatchObject([
    {
      ...{ lesiId: 'WALL-1', relation: null, contractStart: null, contractEnd: null },
      ...{ access: 'open', sensorCount: 2 },
    },
  ])
  expect(meta).toMatchObject({ total: 1, open: 1, sensors: 2 })
  const empty = await addLink(owner, await addBoard(owner, [], pictures.own))
  expect((await askDevices(empty)).json()).toMatchObject({ data: [], meta: { total: 0 } })
  expect((await askDevices('wrong')).statusCode).toBe(401)
})

test('KS11 a sensor that is closed to the owner of the link has no value', async () => {
  const reader = await site.addPerson({ roles: ['manager'] })
  await owner.client.put(`/api/boards/${board}/shares`, { email: reader.email, access: 'read' })
  const link = await addLink(reader, board)
  for (const path of [figures, changes, states])
    expect(sensorsOf(await ask(path, link))).toEqual([])
})

test('KS11 the pictures of the board are open, and no others', async () => {
  const shown = await picture(pictures.own)
  expect([shown.statusCode, shown.headers['content-type']]).toEqual([200, 'image/webp'])
  expect(shown.headers['cache-control']).toBe('no-store')
  for (const id of [pictures.unused, pictures.foreign])
    expect((await picture(id)).statusCode).toBe(404)
  const another = await addLink(owner, await addBoard(owner, [], pictures.unused))
  expect((await picture(pictures.own, another)).statusCode).toBe(404)
  expect((await picture(pictures.unused, another)).statusCode).toBe(200)
})

test('KS11 nothing of it is open without a token, or with one that is wrong or ended', async () => {
  const person = await site.clientOf(owner.id)
  const { link, token: ended } = (
    await person.post(`/api/boards/${board}/kiosk-links`, { name: 'Old', days: 1 })
  ).json().data
  expect((await ask(figures, ended)).statusCode).toBe(200)
  await person.delete(`/api/boards/${board}/kiosk-links/${link.id}`)
  for (const bearer of ['', 'wrong', ended]) {
    for (const path of [figures, changes, states])
      expect((await ask(path, bearer)).statusCode).toBe(401)
    expect((await picture(pictures.own, bearer)).statusCode).toBe(401)
  }
  // A session is no token: what a person may see is asked for by the person's own calls.
  expect((await person.post(figures, { sensors: [ids.heat] })).statusCode).toBe(401)
})
