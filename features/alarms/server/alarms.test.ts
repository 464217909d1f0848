import { expect, test } from 'vitest'
import { eventually } from '#testing/eventually.ts'
import type { HttpClient } from '#testing/peers/http-client.ts'
import type { Alarm } from '../contract/alarm.ts'
import { AlarmEngine } from './alarms.ts'
import {
  active,
  add,
  administrator,
  devices,
  eventsOf,
  limit,
  only,
  operator,
  rule,
  send,
  sensorOf,
  site,
  stranger,
  thing,
  time,
} from '#testing/sites/alarm-site.ts'
import '#testing/sites/shared-alarm-site.ts'

test('AL7 a sensor beyond its own limit has an alarm, stored before anybody sees it', async () => {
  await send({ flow: 9 })
  expect(await active()).toEqual([])
  const announced = new Promise<number>((resolve) => {
    const stop = site.bus.on('alarmsChanged', () => {
      stop()
      void site.sql
        .selectFrom('alarms')
        .select('id')
        .where('sensor_id', '=', sensorOf()?.id ?? 0)
        .execute()
        .then((rows) => resolve(rows.length))
    })
  })
  await send({ flow: 11.5 })
  expect(await announced).toBe(1)
  expect(await only()).toMatchObject({
    ...{ origin: 'upper', priority: 2, value: 11.5, since: time, phase: 'unacknowledged' },
    cause: { kind: 'limit', level: 'high', limit: 10 },
    ...{ device: { lesiId: thing }, sensor: { key: 'flow' }, returnedAt: null },
  })
})

test('AL7 while the database takes no alarm they wait, and people are answered', async () => {
  await site.sql.schema.alterTable('alarms').renameTo('alarms_away').execute()
  await send({ flow: 11 })
  const reply = await operator.post('/api/alarms/acknowledge', { ids: [999_999] })
  expect(reply.statusCode).toBe(200)
  expect(await active()).toEqual([])
  expect(site.data.alarms.register.waiting).toBe(1)
  await site.sql.schema.alterTable('alarms_away').renameTo('alarms').execute()
  await eventually('the alarm is stored', async () => (await active()).length === 1)
  expect(await only()).toMatchObject({ value: 11, since: time })
})

test('AL8 it is acknowledged once: the second of two operators is answered so', async () => {
  await send({ flow: 12 })
  const { id } = await only()
  const call = (client: HttpClient) =>
    client.post('/api/alarms/acknowledge', { ids: [id], comment: 'seen' })
  const replies = await Promise.all([call(operator), call(administrator)])
  const outcomes = replies.map((reply) => reply.json().data)
  expect(outcomes.map(({ done }) => done.length).toSorted()).toEqual([0, 1])
  expect(outcomes.flatMap(({ refused }) => refused)).toEqual([
    { id, reason: 'already_acknowledged' },
  ])
  const alarm = await only()
  expect(alarm).toMatchObject({ phase: 'acknowledged', acknowledged: { comment: 'seen' } })
  await send({ flow: 8 })
  expect(await active()).toEqual([])
  const events = await eventsOf(id)
  expect(events.map(({ type }) => type)).toEqual(['raised', 'acknowledged', 'returned'])
  expect(['Ada', 'Otto']).toContain(events[1]?.by)
})

test('AL8 what has passed before anybody saw it stays until somebody has', async () => {
  await send({ flow: 12 })
  await send({ flow: 8 })
  const alarm = await only()
  expect(alarm.phase).toBe('returned')
  await operator.post('/api/alarms/acknowledge', { ids: [alarm.id] })
  expect(await active()).toEqual([])
})

test('AL9 alarms of devices that are not theirs are nobody else\u2019s business', async () => {
  await send({ flow: 12 })
  const { id } = await only()
  expect(await active(stranger)).toEqual([])
  expect((await stranger.get(`/api/alarms/${id}`)).statusCode).toBe(404)
  const reply = await stranger.post('/api/alarms/acknowledge', { ids: [id] })
  expect(reply.json().data).toEqual({ done: [], refused: [{ id, reason: 'not_found' }] })
  const shelve = { ids: [id], minutes: 5, reason: 'noise' }
  expect((await stranger.post('/api/alarms/shelve', shelve)).json().data.done).toEqual([])
  const now = Date.now()
  const history = await stranger.get(`/api/alarms?from=0&to=${now}&thing=${thing}`)
  expect(history.statusCode).toBe(404)
  expect((await only()).phase).toBe('unacknowledged')
})

test('AL18 charts have the alarms that reach into a span, of open sensors alone', async () => {
  await send({ flow: 12 })
  await send({ flow: 8 })
  const [begin, passed] = [time - 1_000, time]
  await send({ flow: 13 })
  await active()
  const sensors = [sensorOf()?.id ?? 0]
  const spans = async (from: number, to: number, client = operator) => {
    const reply = await client.post('/api/alarms/spans', { sensors, from, to })
    const alarms: Alarm[] = reply.json().data.alarms
    return alarms.map(({ since, returnedAt }) => [since - begin, (returnedAt ?? Infinity) - begin])
  }
  const first = [0, 1_000]
  const second = [2_000, Infinity]
  expect(await spans(begin - 9, passed + 5_000)).toEqual([first, second])
  expect(await spans(begin + 1, passed - 1)).toEqual([first])
  expect(await spans(passed + 1, passed + 999)).toEqual([])
  expect(await spans(passed + 60_000, passed + 61_000)).toEqual([second])
  expect(await spans(begin - 9, passed + 5_000, stranger)).toEqual([])
})

test('AL19 an alarm goes on when the account that dealt with it is removed', async () => {
  await send({ flow: 12 })
  const { id } = await only()
  const email = `leaving${devices}@example.org`
  const leaving = await site.addAccount({ email, name: 'Lea', roles: ['admin'] })
  const lea = await site.clientOf(leaving)
  await lea.post('/api/alarms/acknowledge', { ids: [id] })
  await lea.post('/api/alarms/assign', { ids: [id], isMine: true })
  expect((await administrator.delete(`/api/users/${leaving}`)).statusCode).toBe(204)
  expect(await only()).toMatchObject({ acknowledged: { by: null }, assignee: null })
  await send({ flow: 8 })
  expect(await active()).toEqual([])
})

test('AL10 a shelved source shows nothing until it is shown again', async () => {
  await send({ flow: 12 })
  const { id } = await only()
  const body = { ids: [id], minutes: 5, reason: 'calibration' }
  expect((await operator.post('/api/alarms/shelve', body)).json().data.done).toEqual([id])
  expect(await active()).toEqual([])
  const shelved = (await operator.get('/api/alarms/shelved')).json().data
  expect(shelved).toContainEqual(
    expect.objectContaining({ origin: 'upper', reason: 'calibration', by: 'Otto' }),
  )
  await send({ flow: 8 })
  await send({ flow: 13 })
  expect(await active()).toEqual([])
  const source = { origin: 'upper', thing, sensor: 'flow' }
  expect((await operator.post('/api/alarms/unshelve', source)).statusCode).toBe(200)
  expect(await only()).toMatchObject({ value: 13, phase: 'unacknowledged' })
  expect((await operator.post('/api/alarms/unshelve', source)).statusCode).toBe(404)
})

test('AL10 a one-shot shelf ends with the alarm', async () => {
  await send({ flow: 12 })
  const { id } = await only()
  const body = { ids: [id], minutes: null, isOneShot: true, reason: 'known' }
  await operator.post('/api/alarms/shelve', body)
  await send({ flow: 8 })
  await send({ flow: 14 })
  expect(await only()).toMatchObject({ value: 14 })
})

test('AL11 a rule counts at once, for what is there too, and its alarm ends with it', async () => {
  await send({ flow: 7 })
  const { id, points } = await add(rule({ kind: 'limit', level: 'high', limit: 6 }))
  expect(points).toBe(1)
  expect(await only()).toMatchObject({ origin: String(id), ruleName: 'Flow', priority: 1 })
  await administrator.delete(`/api/alarm-rules/${id}`)
  expect(await active()).toEqual([])
})

test('AL11 a latching alarm waits for a reset', async () => {
  await add(rule({ kind: 'limit', level: 'high_high', limit: 20 }, { isLatching: true }))
  await send({ flow: 21 })
  await send({ flow: 5 })
  const latched = (await active()).find(({ ruleName }) => ruleName === 'Flow')
  expect(latched?.phase).toBe('latched')
  const ids = [latched?.id]
  const early = (await operator.post('/api/alarms/reset', { ids })).json().data
  expect(early.refused[0].reason).toBe('not_acknowledged')
  await operator.post('/api/alarms/acknowledge', { ids })
  expect((await operator.post('/api/alarms/reset', { ids })).json().data.done).toEqual(ids)
})

test('AL12 while an alarm suppresses others they are not shown', async () => {
  const { id } = await add(rule({ kind: 'limit', level: 'high_high', limit: 50 }))
  await add(rule({ kind: 'limit', level: 'high', limit: 40 }, { name: 'Low', suppressedBy: [id] }))
  await send({ flow: 45 })
  const names = async () => (await active()).map(({ ruleName }) => ruleName)
  expect(await names()).toContain('Low')
  await send({ flow: 55 })
  expect(await names()).not.toContain('Low')
  await send({ flow: 45 })
  expect(await names()).toContain('Low')
})

const refused: readonly (readonly [string, string, () => object])[] = [
  ['always true', 'condition.limit', () => rule({ kind: 'limit', level: 'high', limit: -5 })],
  ['contradictory', 'condition.limit', () => rule({ kind: 'limit', level: 'low', limit: 12 })],
  [
    'of a deadband beyond the span',
    'deadband',
    () => rule({ kind: 'limit', level: 'high', limit: 9 }, { deadband: 200 }),
  ],
  [
    'no expression',
    'condition.expression',
    () => rule({ kind: 'expression', expression: 'a +', inputs: { a: { thing, key: 'flow' } } }),
  ],
  [
    'of another sensor that is none',
    'condition.from',
    () => rule({ kind: 'deviation', from: { thing, key: 'no' }, by: 1 }),
  ],
]

test.each(refused)(
  'AL13 a rule that is %s is refused, and those there are stay',
  async (_, field, bad) => {
    await limit({ scaleLow: 0, scaleHigh: 100 })
    const before = (await administrator.get('/api/alarm-rules')).json().meta.total
    const reply = await administrator.post('/api/alarm-rules', bad())
    expect([reply.statusCode, Object.keys(reply.json().reasons ?? {})]).toEqual([422, [field]])
    expect((await administrator.get('/api/alarm-rules')).json().meta.total).toBe(before)
  },
)

test('AL13 a rule that would suppress itself is refused with the way', async () => {
  const first = await add(rule({ kind: 'bad_quality', isUncertainToo: false }, { name: 'One' }))
  const second = await add(
    rule({ kind: 'no_change', afterMs: 60_000 }, { name: 'Two', suppressedBy: [first.id] }),
  )
  const { id, points, changedAt, ...body } = first
  const reply = await administrator.put(`/api/alarm-rules/${id}`, {
    ...{ ...body, suppressedBy: [second.id] },
  })
  expect([points, changedAt]).toEqual([1, expect.any(Number)])
  expect(reply.json().reasons.suppressedBy[0].code).toBe('suppression_cycle')
})

test('AL14 rules are for those who configure the device, patterns for administrators', async () => {
  const condition = { kind: 'limit', level: 'high', limit: 6 }
  const engineerId = await site.addAccount({
    ...{ email: `eng${devices}@example.org`, roles: ['user'] },
    permissions: ['view menu admin scada'],
  })
  const engineer = await site.clientOf(engineerId)
  const foreign = await engineer.post('/api/alarm-rules', rule(condition))
  expect(Object.keys(foreign.json().reasons)).toEqual(['target.sensors.0'])
  const { id, points, changedAt, ...body } = await add(rule(condition))
  expect([points, changedAt]).toEqual([1, expect.any(Number)])
  expect((await engineer.put(`/api/alarm-rules/${id}`, body)).statusCode).toBe(404)
  expect((await engineer.delete(`/api/alarm-rules/${id}`)).statusCode).toBe(404)
  const target = { kind: 'pattern', type: 'analog', product: '', tag: '*' }
  const pattern = await engineer.post('/api/alarm-rules', rule(condition, { target }))
  expect(Object.keys(pattern.json().reasons)).toEqual(['target'])
})

test('AL15 what was changed meanwhile is not overwritten', async () => {
  const { id, points, changedAt, ...body } = await add(
    rule({ kind: 'limit', level: 'high', limit: 9 }),
  )
  expect([points, changedAt]).toEqual([1, expect.any(Number)])
  const put = (name: string) => administrator.put(`/api/alarm-rules/${id}`, { ...body, name })
  expect((await put('First')).statusCode).toBe(200)
  expect((await put('Second')).statusCode).toBe(409)
})

test('AL16 a late reading alarms nobody, and is in the history', async () => {
  await send({ flow: 5 })
  await send({ flow: 99 }, time - 500)
  expect(await active()).toEqual([])
  const { data } = (await operator.get(`/api/alarms?from=0&to=${Date.now()}&thing=${thing}`)).json()
  expect(data).toMatchObject([{ isLate: true, value: 99, since: time - 500, phase: 'ended' }])
})

test('AL5 a new start evaluates what was stored and not evaluated, once', async () => {
  const { alarms, catalogue, current, presence, writer } = site.data
  await send({ flow: 5 })
  await send({ flow: 12 })
  const { id } = await only()
  await alarms.checkpoint()
  const missed = time + 1_000
  const readings = [8, 13, 7].map((value, index) => ({
    ...{ sensorId: sensorOf()?.id ?? 0, time: missed + index * 1_000, value },
    quality: 'good' as const,
  }))
  await site.data.writer.write(readings)
  await site.data.writer.flush()
  const { sql, telemetry, bus } = site
  const warn = (error: object) => expect.unreachable(JSON.stringify(error))
  const log = { warn, info: warn }
  const again = new AlarmEngine({
    ...{ sql, telemetry, catalogue, current, presence, writer, bus, log },
    ...{ clock: Date.now, timezone: 'UTC' },
  })
  await again.start()
  await again.close()
  const third = new AlarmEngine({
    ...{ sql, telemetry, catalogue, current, presence, writer, bus, log },
    ...{ clock: Date.now, timezone: 'UTC' },
  })
  await third.start()
  await third.close()
  const history = await operator.get(`/api/alarms?from=0&to=${Date.now()}&thing=${thing}`)
  const { data } = history.json()
  expect(data.map((alarm: Alarm) => [alarm.value, alarm.since, alarm.returnedAt])).toEqual([
    [13, missed + 1_000, missed + 2_000],
    [12, time, missed],
  ])
  expect(data[1].id).toBe(id)
})
