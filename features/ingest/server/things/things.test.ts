import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import type { RouteReply } from '#kit/model/calls/route.ts'
import { accountSite, type Person } from '#testing/sites/account-site.ts'
import type { listThings, readThing } from '../../contract/things.ts'
import { LastMessages, maximumRawBytes } from './last-messages.ts'

const site = accountSite()
let administrator: Person

beforeAll(async () => void (administrator = await site.addPerson({ roles: ['admin'] })))

async function added(lesiId: string, { client }: Person = administrator) {
  const reply = await client.post('/api/devices', { lesiId, name: `Name of ${lesiId}` })
  const { token } = reply.json<{ data: { token: string } }>().data
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  return async (payload: string) =>
    (
      await site.application.app.inject({
        ...{ method: 'POST', url: `/api/ingest/${lesiId}`, headers, payload },
      })
    ).statusCode
}

const list = async (query = '', { client }: Person = administrator) =>
  (await client.get(`/api/ingest/things${query}`)).json<RouteReply<typeof listThings>>()
const read = async (lesiId: string, query = '') =>
  (await administrator.client.get(`/api/ingest/things/${lesiId}${query}`)).json<
    RouteReply<typeof readThing>
  >().data

test('IN83 devices are listed with their raw state: searched, by state, in pages', async () => {
  const [send] = [await added('RAW-1'), await added('RAW-2'), await added('RAW-3')]
  expect(await send('{"values":{"temp":21.5}}')).toBe(200)
  expect(await send('{"values":{"temp":[1]}}')).toBe(422)
  const { data, meta } = await list('?find=raw')
  expect(data.map(({ lesiId }) => lesiId)).toEqual(['RAW-1', 'RAW-2', 'RAW-3'])
  expect(data[0]).toMatchObject({
    ...{ status: 'online', lastSeen: site.now, sensorCount: 1 },
    message: { time: site.now, source: 'HTTP /api/ingest/RAW-1', bytes: 23 },
    refused: { lastHour: 1, field: 'values.temp' },
  })
  expect(data[1]).toMatchObject({ statusSince: null, message: null, refused: null })
  expect(meta).toMatchObject({ all: 3, online: 1, never: 2, offline: 0, refused: 1, total: 3 })
  const ids = async (query: string) => (await list(query)).data.map(({ lesiId }) => lesiId)
  expect(await ids('?state=never')).toEqual(['RAW-2', 'RAW-3'])
  expect(await ids('?state=refused')).toEqual(['RAW-1'])
  expect(await ids('?state=never&page=2&limit=1')).toEqual(['RAW-3'])
})

test('IN84 a device shows its last message beside what was understood last', async () => {
  const send = await added('OPEN-1')
  expect((await read('OPEN-1')).raw).toBeNull()
  await send('{"values":{"temp":21.5,"state":"RUN"}}')
  await send('{"values":{"temp":{"v":22,"q":"bad"}}}')
  const open = await read('OPEN-1')
  expect(open.raw).toBe('{"values":{"temp":{"v":22,"q":"bad"}}}')
  const understood = open.sensors.map(({ key, reading }) => [key, reading?.value, reading?.quality])
  expect(understood).toEqual([
    ['state', 'RUN', 'good'],
    ['temp', 22, 'bad'],
  ])
  expect(open).toMatchObject({ total: 2, mayDeleteReadings: true })
  expect((await read('OPEN-1', '?find=te')).total).toBe(2)
  expect((await read('OPEN-1', '?find=temp&limit=1')).sensors).toHaveLength(1)
  await send('not even JSON <b>')
  expect(await read('OPEN-1')).toMatchObject({
    raw: 'not even JSON <b>',
    thing: { refused: { field: 'document' } },
  })
})

test('IN84 nobody sees the raw state of a device that is not theirs', async () => {
  await added('OTHERS-1')
  const engineer = await site.addPerson({ permissions: ['view menu admin scada'] })
  expect((await list('', engineer)).data).toEqual([])
  expect((await engineer.client.get('/api/ingest/things/OTHERS-1')).statusCode).toBe(404)
  const send = await added('OWN-1', engineer)
  await send('{"values":{"temp":1}}')
  expect((await list('', engineer)).data.map(({ lesiId }) => lesiId)).toEqual(['OWN-1'])
  const own = (await engineer.client.get('/api/ingest/things/OWN-1')).json()
  expect(own.data).toMatchObject({ raw: '{"values":{"temp":1}}', mayDeleteReadings: false })
})

test('IN85 of the last message the start is stored, whatever it is', () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ unit: 'grapheme', maxLength: 2_500 }), { minLength: 1 }),
      (texts) => {
        const messages = new LastMessages(() => 5)
        for (const text of texts)
          messages.add(1, 'MQTT t', Buffer.byteLength(text), Buffer.from(text))
        const last = texts.at(-1) ?? ''
        const raw = messages.rawOf(1) ?? ''
        const isWhole = Buffer.byteLength(last) <= maximumRawBytes
        expect(
          isWhole ? raw === last : raw.endsWith('…') && last.startsWith(raw.slice(0, -1)),
        ).toBe(true)
        expect(Buffer.byteLength(raw)).toBeLessThanOrEqual(maximumRawBytes + 3)
      },
    ),
  )
})

test('IN85 devices whose message is stored are at most ten thousand; a removed one is not', () => {
  const messages = new LastMessages(() => 5)
  for (let id = 1; id <= 10_001; id++) messages.add(id, 'HTTP', 2, Buffer.from('{}'))
  expect(messages.get(1)).toBeNull()
  expect(messages.rawOf(10_001)).toBe('{}')
  messages.add(10_001, 'Sparkplug', 40, null)
  expect(messages.get(10_001)).toEqual({ time: 5, source: 'Sparkplug', bytes: 40 })
  expect(messages.rawOf(10_001)).toBeNull()
  messages.remove(10_001)
  expect(messages.get(10_001)).toBeNull()
})
