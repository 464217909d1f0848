import { expect, onTestFinished, test } from 'vitest'
import { shiftAt } from '#kit/model/time/shifts.ts'
import { eventually } from '#testing/eventually.ts'
import {
  active,
  add,
  administrator,
  eventsOf,
  limit,
  only,
  operator,
  rule,
  send,
  site,
  thing,
} from '#testing/sites/alarm-site.ts'
import '#testing/sites/shared-alarm-site.ts'
import { activePage } from '../../contract/routes.ts'

const shelvedHere = async () =>
  (await operator.get('/api/alarms/shelved'))
    .json()
    .data.filter(({ device }: { device: { lesiId: string } }) => device.lesiId === thing)

async function presentShiftEnd(): Promise<number> {
  const { shifts, timezone } = (await operator.get('/api/shifts')).json().data
  return shiftAt(shifts, timezone, Date.now())?.to ?? expect.unreachable()
}

test('AL45 a shelf to the end of the shift ends when the next one begins', async () => {
  await send({ flow: 12 })
  const ids = [(await only()).id]
  const body = { ids, minutes: null, shiftEnd: Date.now() + 60_000, reason: 'cleaning' }
  await administrator.put('/api/shifts', { shifts: [] })
  const refused = await operator.post('/api/alarms/shelve', body)
  expect(refused.statusCode).toBe(422)
  expect(Object.keys(refused.json().errors)).toEqual(['shiftEnd'])
  expect(await active()).toHaveLength(1)
  const names = ['06:00', '14:00', '22:00'].map((start) => ({ name: start, start }))
  await administrator.put('/api/shifts', { shifts: names })
  const shiftEnd = await presentShiftEnd()
  const inTime = { ...body, shiftEnd }
  expect((await operator.post('/api/alarms/shelve', inTime)).json().data.done).toEqual(ids)
  expect(await active()).toEqual([])
  const [shelf] = await shelvedHere()
  expect(shelf.until).toBe(shiftEnd)
  for (const both of [{ isOneShot: true }, { minutes: 5 }])
    expect((await operator.post('/api/alarms/shelve', { ...body, ...both })).statusCode).toBe(422)
})

test('AL106 a shelf to the end of a shift that is over by then hides nothing', async () => {
  await send({ flow: 12 })
  const ids = [(await only()).id]
  const shifts = ['06:00', '14:00', '22:00'].map((start) => ({ name: start, start }))
  await administrator.put('/api/shifts', { shifts })
  const end = await presentShiftEnd()
  // That of the shift before, and one that somebody has moved meanwhile.
  for (const shiftEnd of [end - 8 * 3_600_000, end - 60_000, end + 60_000]) {
    const body = { ids, minutes: null, shiftEnd, reason: 'cleaning' }
    expect((await operator.post('/api/alarms/shelve', body)).json().data).toEqual({
      done: [],
      refused: ids.map((id) => ({ id, reason: 'shift_over' })),
    })
  }
  expect([await shelvedHere(), (await active()).length]).toEqual([[], 1])
})

test('AL10 a one-shot shelf hides no alarm that comes as soon as its own has passed', async () => {
  await send({ flow: 12 })
  const { id } = await only()
  const body = { ids: [id], minutes: null, isOneShot: true, reason: 'known' }
  await operator.post('/api/alarms/shelve', body)
  // The database takes both at once.
  await Promise.all([send({ flow: 8 }), send({ flow: 14 })])
  expect(await only()).toMatchObject({ value: 14 })
  expect(await shelvedHere()).toEqual([])
})

test('AL10 a one-shot shelf of an alarm that has passed hides no other one', async () => {
  await send({ flow: 12 })
  const { id } = await only()
  await send({ flow: 8 })
  expect(await only()).toMatchObject({ id, phase: 'returned' })
  const body = { ids: [id], minutes: null, isOneShot: true, reason: 'known' }
  const reply = (await operator.post('/api/alarms/shelve', body)).json().data
  expect(reply).toEqual({ done: [], refused: [{ id, reason: 'not_present' }] })
  expect(await only()).toMatchObject({ id, phase: 'returned' })
  await send({ flow: 14 })
  expect(await only()).toMatchObject({ value: 14, phase: 'unacknowledged' })
})

test('AL118 a one-shot shelf ends with an alarm that its rule no longer has', async () => {
  await send({ flow: 12 })
  const { id } = await only()
  const body = { ids: [id], minutes: null, isOneShot: true, reason: 'known' }
  await operator.post('/api/alarms/shelve', body)
  await limit({ upperAlarm: null })
  expect(await active()).toEqual([])
  await send({ flow: 8 })
  await limit({ upperAlarm: 10 })
  await send({ flow: 14 })
  expect(await only()).toMatchObject({ value: 14 })
  expect(await shelvedHere()).toEqual([])
})

test('AL12 a shelf that ends shows nothing that another alarm suppresses', async () => {
  const { id } = await add(rule({ kind: 'limit', level: 'high_high', limit: 50 }))
  await add(rule({ kind: 'limit', level: 'high', limit: 40 }, { name: 'Low', suppressedBy: [id] }))
  await send({ flow: 45 })
  const low = async () => (await active()).find(({ ruleName }) => ruleName === 'Low')
  const { id: alarm, origin } = (await low()) ?? expect.unreachable()
  await operator.post('/api/alarms/shelve', { ids: [alarm], minutes: 30, reason: 'cleaning' })
  await send({ flow: 55 })
  const source = { origin, thing, sensor: 'flow' }
  expect((await operator.post('/api/alarms/unshelve', source)).statusCode).toBe(200)
  expect(await low()).toBeUndefined()
  await send({ flow: 45 })
  expect(await low()).toMatchObject({ id: alarm, phase: 'unacknowledged' })
  expect((await eventsOf(alarm)).map(({ type }) => type)).toEqual([
    ...['raised', 'shelved', 'unshelved', 'suppressed', 'released'],
  ])
})

test('AL12 what comes while it is suppressed is shown when that has passed', async () => {
  const { id } = await add(rule({ kind: 'limit', level: 'high_high', limit: 50 }))
  const more = { name: 'Low', suppressedBy: [id], onDelayMs: 1_000 }
  await add(rule({ kind: 'limit', level: 'high', limit: 40 }, more))
  const names = async () => (await active()).map(({ ruleName }) => ruleName)
  await send({ flow: 55 })
  await send({ flow: 55 })
  await send({ flow: 55 })
  expect(await names()).toContain('Flow')
  expect(await names()).not.toContain('Low')
  await send({ flow: 45 })
  expect(await names()).toContain('Low')
})

test('AL45 a shelf that could not be removed is there until it can be', async () => {
  await send({ flow: 12 })
  const ids = [(await only()).id]
  await operator.post('/api/alarms/shelve', { ids, minutes: 30, reason: 'cleaning' })
  const source = { origin: 'upper', thing, sensor: 'flow' }
  await site.sql.schema.alterTable('alarm_shelves').renameTo('shelves_away').execute()
  expect((await operator.post('/api/alarms/unshelve', source)).statusCode).toBe(500)
  await site.sql.schema.alterTable('shelves_away').renameTo('alarm_shelves').execute()
  expect(await shelvedHere()).toHaveLength(1)
  expect((await operator.post('/api/alarms/unshelve', source)).statusCode).toBe(200)
  expect([await shelvedHere(), (await active()).length]).toEqual([[], 1])
})

test('AL55 a clock that is set back hides no source for longer than was asked for', async () => {
  await send({ flow: 12 })
  const ids = [(await only()).id]
  await operator.post('/api/alarms/shelve', { ids, minutes: 30, reason: 'cleaning' })
  expect(await active()).toEqual([])
  const setBack = { now: Date.now(), withinMs: 1_000 }
  site.bus.emit('clockSetBack', { ...setBack, byMs: 20 * 60_000 })
  site.data.alarms.tick()
  expect(await active()).toEqual([])
  const stored = () => site.sql.selectFrom('alarm_shelves').select('until').execute()
  const [shelf] = await shelvedHere()
  expect((await stored()).map(({ until }) => until?.getTime())).toContain(shelf.until)
  site.bus.emit('clockSetBack', { ...setBack, byMs: 10 * 60_000 })
  site.data.alarms.tick()
  expect(await active()).toHaveLength(1)
})

test('AL65 what a clock that is set back makes of shelves is stored when it can be', async () => {
  await send({ flow: 12 })
  const ids = [(await only()).id]
  await operator.post('/api/alarms/shelve', { ids, minutes: 30, reason: 'cleaning' })
  const { schema } = site.sql
  await schema.alterTable('alarm_shelves').renameTo('shelves_away').execute()
  const setBack = { now: Date.now(), withinMs: 1_000, byMs: 20 * 60_000 }
  site.bus.emit('clockSetBack', setBack)
  await site.data.alarms.register.afterwards(async () => undefined)
  await schema.alterTable('shelves_away').renameTo('alarm_shelves').execute()
  const [shelf] = await shelvedHere()
  const stored = () => site.sql.selectFrom('alarm_shelves').select('until').execute()
  await eventually('it is stored', async () =>
    (await stored()).some(({ until }) => until?.getTime() === shelf.until),
  )
})

test('AL96 details of an alarm that is suppressed again and again have their bound', async () => {
  await send({ flow: 12 })
  const { id } = await only()
  await operator.post(`/api/alarms/${id}/comment`, { comment: 'on its way' })
  // As another alarm of the device chatters.
  const events = Array.from({ length: 1_200 }, (_, place) => ({
    ...{ alarm_id: id, type: place % 2 === 0 ? 'suppressed' : 'released' },
    at: new Date(Date.now() + place),
  }))
  await site.sql.insertInto('alarm_events').values(events).execute()
  const shown = await eventsOf(id)
  expect(shown.map(({ type }) => type).slice(0, 3)).toEqual(['raised', 'commented', 'suppressed'])
  expect(shown).toHaveLength(502)
  expect(shown.at(-1)?.at).toBe(events.at(-1)?.at.getTime())
})

test('AL94 that a source without an alarm is hidden, and shown again, is announced', async () => {
  await send({ flow: 7 })
  await active()
  const announced: ReadonlySet<number>[] = []
  onTestFinished(site.bus.on('alarmsChanged', ({ deviceIds }) => announced.push(deviceIds)))
  const ofThis = () => {
    const deviceId = site.data.catalogue.device(thing)?.id ?? 0
    return announced.splice(0).some((deviceIds) => deviceIds.has(deviceId))
  }
  const source = { origin: 'upper', thing, sensor: 'flow' }
  await administrator.post('/api/alarms/out-of-service', { ...source, reason: 'replaced' })
  expect(ofThis()).toBe(true)
  await administrator.post('/api/alarms/unshelve', source)
  expect(ofThis()).toBe(true)
})

test('AL89 what is shelved of a rule ends with the rule', async () => {
  await send({ flow: 7 })
  const { id } = await add(rule({ kind: 'limit', level: 'high', limit: 6 }))
  const ids = [(await only()).id]
  const body = { ids, minutes: null, isOneShot: true, reason: 'known' }
  await operator.post('/api/alarms/shelve', body)
  expect(await shelvedHere()).toHaveLength(1)
  await administrator.delete(`/api/alarm-rules/${id}`)
  expect(await shelvedHere()).toEqual([])
  const shelves = site.sql.selectFrom('alarm_shelves').select('reason')
  await site.data.alarms.register.afterwards(async () => undefined)
  expect(await shelves.where('origin', '=', String(id)).execute()).toEqual([])
})

test('AL89 a source is shown again although its rule is switched off', async () => {
  await send({ flow: 7 })
  const { points, changedAt, ...added } = await add(
    rule({ kind: 'limit', level: 'high', limit: 6 }),
  )
  expect([points, changedAt]).toEqual([1, expect.any(Number)])
  const { id, ...body } = added
  const source = { origin: String(id), thing, sensor: 'flow' }
  const out = { ...source, reason: 'being replaced' }
  expect((await administrator.post('/api/alarms/out-of-service', out)).statusCode).toBe(200)
  await administrator.put(`/api/alarm-rules/${id}`, { ...body, isEnabled: false })
  expect(await shelvedHere()).toHaveLength(1)
  expect((await administrator.post('/api/alarms/unshelve', source)).statusCode).toBe(200)
  expect(await shelvedHere()).toEqual([])
})

test('AL46 out of service needs the right of those who maintain, both ways', async () => {
  await send({ flow: 12 })
  const { id } = await only()
  const source = { origin: 'upper', thing, sensor: 'flow' }
  // Sees the device, and may acknowledge its alarms.
  const account = { email: `${thing.toLowerCase()}@example.org`, roles: ['user'] }
  const user_id = await site.addAccount({ ...account, permissions: ['acknowledge alarm'] })
  const device_id = site.data.catalogue.device(thing)?.id ?? 0
  await site.sql
    .insertInto('bindings')
    .values({ user_id, device_id, relation: 'sub-user' })
    .execute()
  await site.data.catalogue.refresh([device_id])
  const bench = await site.clientOf(user_id)
  const body = { ...source, reason: 'being replaced' }
  expect((await bench.post('/api/alarms/out-of-service', body)).statusCode).toBe(403)
  expect((await administrator.post('/api/alarms/out-of-service', body)).statusCode).toBe(200)
  expect(await active()).toEqual([])
  // A shelf would take its place, and show it again soon.
  const shelve = { ids: [id], minutes: 1, reason: 'noise' }
  const shelved = (await bench.post('/api/alarms/shelve', shelve)).json().data
  expect(shelved).toEqual({ done: [], refused: [{ id, reason: 'not_found' }] })
  expect(await shelvedHere()).toMatchObject([
    { kind: 'out_of_service', until: null, reason: 'being replaced', by: 'Ada' },
  ])
  expect((await bench.post('/api/alarms/unshelve', source)).statusCode).toBe(403)
  expect(await shelvedHere()).toHaveLength(1)
  expect((await administrator.post('/api/alarms/unshelve', source)).statusCode).toBe(200)
  expect((await only()).id).toBe(id)
  expect((await eventsOf(id)).map(({ type }) => type)).toEqual([
    ...['raised', 'taken_out_of_service', 'returned_to_service'],
  ])
})

test('AL47 an alarm leads to the procedure of its rule, also of a changed rule', async () => {
  const own = { name: 'Too much', priority: 1, procedure: '/articles/7' }
  const added = await add(rule({ kind: 'limit', level: 'high', limit: 11 }, own))
  await send({ flow: 12 })
  const procedures = async () => (await active()).map(({ procedure }) => procedure)
  expect((await procedures()).toSorted()).toEqual(['', '/articles/7'])
  const limitRule = rule(
    { kind: 'limit', level: 'high', limit: 11 },
    { name: 'Too much', priority: 1 },
  )
  const path = `/api/alarm-rules/${added.id}`
  const changed = await administrator.put(path, { ...limitRule, name: 'Far too much', version: 1 })
  expect(changed.json().data).toMatchObject({ version: 2, procedure: '/articles/7' })
  expect((await procedures()).toSorted()).toEqual(['', '/articles/7'])
  for (const procedure of ['javascript:alert(1)', '//evil.example', 'articles', '/\\evil.example'])
    expect(
      (await administrator.put(path, { ...limitRule, procedure, version: 2 })).statusCode,
      procedure,
    ).toBe(422)
  await administrator.put(path, { ...limitRule, procedure: '', version: 2 })
  expect(await procedures()).toEqual(['', ''])
})

test('AL48 all active alarms come in pages, each once, whatever happens meanwhile', async () => {
  await send({ flow: 12 })
  const { open } = site.data.alarms
  const one = open.byId((await only()).id)
  if (!one) throw new Error('there is no alarm')
  const like = (at: number) => ({ ...one, id: one.id + 1_000_000 + at })
  const added = Array.from({ length: activePage + 20 }, (_, at) => like(at))
  for (const alarm of added.slice(0, -10)) open.set(alarm)
  const page = async (after: number) =>
    (await operator.get(`/api/alarms/active/all?after=${after}`)).json().data
  const first = await page(one.id)
  expect(first.alarms).toHaveLength(activePage)
  for (const alarm of [...added.slice(0, 5), ...added.slice(-10)]) open.set(alarm)
  open.remove(like(activePage + 1))
  const second = await page(first.next)
  expect(second.next).toBeNull()
  const ids = [...first.alarms, ...second.alarms].map(({ id }: { id: number }) => id)
  expect(ids).toEqual(added.flatMap(({ id }) => (id === like(activePage + 1).id ? [] : [id])))
  for (const alarm of added) open.remove(alarm)
})
