import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually } from '#testing/eventually.ts'
import type { HttpClient } from '#testing/peers/http-client.ts'
import { insertDevice } from '#testing/postgres/devices-store.ts'
import { startTestApplication, type TestApplication } from '#testing/sites/application.ts'
import type { Alarm, AlarmEvent } from '../../contract/alarm.ts'
import type { PastAlarm } from '../../contract/past.ts'

const second = 1_000
const minute = 60 * second
const thing = 'PUMP'
const begin = Date.now() - 20 * 60 * minute
let now = begin
let site: TestApplication
let client: HttpClient
let sensor = 0

beforeAll(async () => {
  site = await startTestApplication(() => now)
  await insertDevice(site.sql, thing, 'flow')
  await eventually('the device is there', () => site.data.catalogue.device(thing) !== undefined)
  const device = site.data.catalogue.device(thing) ?? expect.unreachable()
  sensor = site.data.catalogue.sensorByKey(device.id, 'flow')?.id ?? 0
  client = await site.clientOf(
    await site.addAccount({ email: 'admin@example.org', roles: ['admin'] }),
  )
  const add = async (name: string, limit: number, suppressedBy: readonly number[]) => {
    const reply = await client.post('/api/alarm-rules', {
      ...{ name, isEnabled: true, deadband: 0, onDelayMs: 0, offDelayMs: 0, priority: 1 },
      ...{ target: { kind: 'pattern', type: null, product: '', tag: 'flow' } },
      ...{ condition: { kind: 'limit', level: name === 'Low' ? 'high' : 'high_high', limit } },
      ...{ isLatching: false, message: {}, hours: [], suppressedBy },
    })
    return reply.json<{ data: { id: number } }>().data.id
  }
  await add('Low', 40, [await add('High', 50, [])])
})
afterAll(() => site.close())

async function send(flow: number, afterMs: number): Promise<void> {
  now += afterMs
  const device = site.data.catalogue.device(thing) ?? expect.unreachable()
  const document = JSON.stringify({ ts: now, values: { flow } })
  await site.data.intake.take(device, Buffer.from(document), 'refuse')
  await site.data.alarms.register.afterwards(async () => undefined)
}

/** Another alarm comes and goes; the one that it hides is hidden and shown for so long. */
async function chatter(times: number, hiddenMs: number, shownMs: number): Promise<void> {
  for (let time = 0; time < times; time++) {
    await send(55, shownMs)
    await send(45, hiddenMs)
  }
}

const shown = async () =>
  (await client.get('/api/alarms/active'))
    .json<{ data: { alarms: Alarm[] } }>()
    .data.alarms.find(({ ruleName }) => ruleName === 'Low')

async function raise(afterMs: number): Promise<number> {
  await send(30, afterMs)
  await send(45, second)
  return (await shown())?.id ?? expect.unreachable()
}
const eventsOf = async (id: number) =>
  (await client.get(`/api/alarms/${id}`)).json<{ data: { events: AlarmEvent[] } }>().data.events
async function spansOf(id: number, from: number, until: number) {
  const reply = await client.post('/api/alarms/past', { sensors: [sensor], from, until })
  const { alarms } = reply.json<{ data: { alarms: PastAlarm[] } }>().data
  return alarms.find((alarm) => alarm.id === id)?.hiddenSpans ?? expect.unreachable()
}

test('AL98 short times in which another alarm hides one follow each other as one', async () => {
  const id = await raise(second)
  const start = now
  await chatter(50, 5 * second, 5 * second)
  expect((await eventsOf(id)).map(({ type }) => type)).toEqual(['raised', 'suppressed', 'released'])
  expect(await spansOf(id, start, now)).toEqual([[start + 5 * second, now]])
  expect(await shown()).toMatchObject({ id, hidden: null })
  await send(55, 5 * second)
  expect(await shown()).toBeUndefined()
  expect(await spansOf(id, start, now)).toEqual([[start + 5 * second, null]])
})

test('AL98 what somebody did while an alarm was shown keeps the time in which it was', async () => {
  const id = await raise(minute)
  await chatter(1, second, second)
  await client.post('/api/alarms/acknowledge', { ids: [id] })
  await chatter(2, second, second)
  expect((await eventsOf(id)).map(({ type }) => type)).toEqual([
    ...['raised', 'suppressed', 'released', 'acknowledged', 'suppressed', 'released'],
  ])
})

test('AL98 of an alarm that came hidden the first time in which it was shown stays', async () => {
  await send(30, minute)
  await send(55, second)
  await send(45, second)
  const id = (await shown())?.id ?? expect.unreachable()
  await chatter(3, second, second)
  expect((await eventsOf(id)).map(({ type }) => type)).toEqual([
    ...['raised', 'released', 'suppressed', 'released'],
  ])
})

test('AL98 an alarm that is hidden more than sixty times a day is so at a pace', async () => {
  const id = await raise(minute)
  const start = now
  await chatter(90, second, 2 * minute)
  const events = await eventsOf(id)
  expect(events.filter(({ type }) => type === 'suppressed')).toHaveLength(60)
  expect(events.at(-1)).toMatchObject({ type: 'released', at: now })
  expect((await spansOf(id, start, start + 10 * minute)).length).toBeLessThan(6)
})

test('AL98 a moment of the past reads a part of what hid an alarm again and again', async () => {
  const id = await raise(minute)
  const start = now
  // As it was stored before there was a pace.
  const rows = Array.from({ length: 3_000 }, (_, place) => ({
    ...{ alarm_id: id, type: place % 2 === 0 ? 'suppressed' : 'released' },
    at: new Date(start + (place + 1) * second),
  }))
  await site.sql.insertInto('alarm_events').values(rows).execute()
  const until = start + 30 * minute
  const spans = await spansOf(id, start, until)
  expect(spans.length).toBeLessThanOrEqual(251)
  expect(spans.at(-1)).toEqual([until - second, until])
  const later = start + 50 * minute
  expect(await spansOf(id, later - 2.5 * second, later)).toHaveLength(2)
})
