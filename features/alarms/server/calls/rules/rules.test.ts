import { expect, test } from 'vitest'
import {
  add,
  administrator,
  limit,
  operator,
  rule,
  sensorOf,
  site,
  stranger,
  thing,
  time,
} from '#testing/sites/alarm-site.ts'
import '#testing/sites/shared-alarm-site.ts'
import { eventually } from '#testing/eventually.ts'
import { insertDevice } from '#testing/postgres/devices-store.ts'
import type { HttpClient } from '#testing/peers/http-client.ts'
import type { ListedRule } from '../../../contract/rule-routes.ts'

const listed = async (client: HttpClient, query = ''): Promise<ListedRule[]> =>
  (await client.get(`/api/alarm-rules?limit=1000${query}`)).json().data
const namesOf = async (client: HttpClient, query: string) =>
  (await listed(client, query)).map(({ name }) => name)

test('AL30 rules are found by name, kind, priority and whether they count', async () => {
  const high = { kind: 'limit', level: 'high', limit: 9 }
  await add(rule(high, { name: `${thing} high` }))
  await add(rule({ kind: 'device_offline' }, { name: `${thing} away`, priority: 'journal' }))
  await add(rule(high, { name: `${thing} off`, isEnabled: false }))
  const found = (query: string) => namesOf(administrator, `&search=${thing}${query}`)
  expect(await found('')).toEqual([`${thing} away`, `${thing} high`, `${thing} off`])
  expect(await found('&kind=device_offline')).toEqual([`${thing} away`])
  expect(await found('&priority=journal')).toEqual([`${thing} away`])
  expect(await found('&enabled=no')).toEqual([`${thing} off`])
  expect(await namesOf(operator, `&search=${thing}&enabled=no`)).toEqual([`${thing} off`])
  expect(await namesOf(stranger, `&search=${thing}`)).toEqual([])
})

test('AL30 a rule has who may change it, and its sensor', async () => {
  const { id } = await add(rule({ kind: 'limit', level: 'high', limit: 9 }))
  const read = async (client: HttpClient) => client.get(`/api/alarm-rules/${id}`)
  const firstSensor = { thing, key: 'flow', alias: 'flow' }
  expect((await read(administrator)).json().data).toMatchObject({ mayChange: true, firstSensor })
  expect((await read(operator)).json().data).toMatchObject({ mayChange: true, firstSensor })
  expect((await read(stranger)).statusCode).toBe(404)
  const target = { kind: 'pattern', type: null, product: '', tag: thing }
  const pattern = await add(rule({ kind: 'device_offline' }, { target }))
  const reply = await operator.get(`/api/alarm-rules/${pattern.id}`)
  expect(reply.json().data).toMatchObject({ mayChange: false, firstSensor: null })
})

test('AL30 a rule of several devices is changed by who may configure all of them', async () => {
  const foreign = `FOREIGN-${thing}`
  await insertDevice(site.sql, foreign, 'flow')
  await eventually('the device is known', () => site.data.catalogue.device(foreign))
  const sensors = [thing, foreign].map((each) => ({ thing: each, key: 'flow' }))
  const target = { kind: 'sensors', sensors }
  const { id } = await add(rule({ kind: 'limit', level: 'high', limit: 9 }, { target }))
  const path = `/api/alarm-rules/${id}`
  expect((await operator.get(path)).json().data).toMatchObject({ mayChange: false })
  expect((await operator.delete(path)).statusCode).toBe(403)
  expect((await administrator.delete(path)).statusCode).toBe(200)
})

test('AL57 sensors of closed devices are stars in a rule; who has all changes it', async () => {
  const closed = { thing: `CLOSED-${thing}`, key: 'flow' }
  await insertDevice(site.sql, closed.thing, 'flow')
  await eventually('the device is listed', () => site.data.catalogue.device(closed.thing))
  const own = { thing, key: 'flow' }
  const target = { kind: 'sensors', sensors: [own, closed] }
  const inputs = { a: own, b: closed }
  const rules = await Promise.all([
    add(rule({ kind: 'limit', level: 'high', limit: 9 }, { target })),
    add(rule({ kind: 'deviation', from: closed, by: 3 })),
    add(rule({ kind: 'expression', expression: 'a > b', inputs })),
  ])
  const read = async (client: HttpClient) =>
    (await listed(client)).filter(({ id }) => rules.some((each) => each.id === id))
  for (const { id } of rules) {
    const reply = await operator.get(`/api/alarm-rules/${id}`)
    expect(reply.json().data).toMatchObject({ mayChange: false })
    expect(reply.body).not.toContain('CLOSED-')
    expect(reply.body).toContain('{"thing":"***","key":"***"}')
    expect((await operator.delete(`/api/alarm-rules/${id}`)).statusCode).toBe(403)
  }
  expect(JSON.stringify(await read(operator))).not.toContain('CLOSED-')
  expect(JSON.stringify(await read(administrator)).match(/CLOSED-/g)).toHaveLength(3)
  for (const { id } of rules)
    expect((await administrator.delete(`/api/alarm-rules/${id}`)).statusCode).toBe(200)
})

test('AL57 nobody learns by a rule which sensors a closed device has', async () => {
  const closed = `SECRET-${thing}`
  await insertDevice(site.sql, closed, 'flow')
  await eventually('the device is listed', () => site.data.catalogue.device(closed))
  const tryWith = async (name: { thing: string; key: string }) => {
    const condition = { kind: 'deviation', from: name, by: 3 }
    const target = { kind: 'sensors', sensors: [name] }
    const reply = await operator.post('/api/alarm-rules', rule(condition, { target }))
    expect(reply.statusCode).toBe(422)
    return reply.json<{ errors: unknown }>().errors
  }
  const missing = await tryWith({ thing: 'NOT-THERE', key: 'flow' })
  expect(JSON.stringify(missing)).toContain('names no sensor')
  expect(await tryWith({ thing: closed, key: 'flow' })).toEqual(missing)
  expect(await tryWith({ thing: closed, key: 'other' })).toEqual(missing)
})

test('AL57 a rule of a pattern counts what its reader may see', async () => {
  const closed = `COUNTED-${thing}`
  await insertDevice(site.sql, closed, 'counted')
  await eventually('the device is listed', () => site.data.catalogue.device(closed))
  const target = { kind: 'pattern', type: null, product: '', tag: 'counted' }
  const { id, points } = await add(rule({ kind: 'limit', level: 'high', limit: 9 }, { target }))
  const read = (await operator.get(`/api/alarm-rules/${id}`)).json().data
  expect([points, read.points]).toEqual([1, 0])
  expect((await administrator.delete(`/api/alarm-rules/${id}`)).statusCode).toBe(200)
})

test('AL57 nobody learns of unseen rules by what suppresses theirs', async () => {
  const { first, unseen, own } = await ruleThatIsUnseen('UNSEEN')
  const tryWith = (id: number) =>
    operator.post('/api/alarm-rules', { ...own, suppressedBy: [id] }).then((reply) => reply.json())
  const unknown = { errors: { 'suppressedBy.0': ['names no rule'] } }
  expect(await tryWith(unseen.id + 1_000_000)).toMatchObject(unknown)
  expect(await tryWith(unseen.id)).toMatchObject(unknown)
  // A way back to itself over that rule does not name it.
  const { id, name } = await add({ ...own, suppressedBy: [unseen.id] })
  const { id: _id, points: _points, changedAt: _changedAt, ...body } = first
  const circle = { ...body, suppressedBy: [id] }
  const refused = await operator.put(`/api/alarm-rules/${first.id}`, circle)
  expect(refused.json().reasons.suppressedBy).toMatchObject([
    { code: 'suppression_cycle', parameters: { path: `${name} → … → …` } },
  ])
})

test('AL63 an unseen rule that suppresses another is not shown, and stays', async () => {
  const { first, unseen, own } = await ruleThatIsUnseen('STAYS')
  const stored = await add({ ...own, suppressedBy: [first.id, unseen.id] })
  const path = `/api/alarm-rules/${stored.id}`
  const suppressors = async (client: HttpClient) =>
    (await client.get(path)).json<{ data: ListedRule }>().data.suppressedBy
  expect(await suppressors(operator)).toEqual([first.id])
  const changed = { ...own, suppressedBy: [], version: stored.version }
  const reply = (await operator.put(path, changed)).json()
  expect(reply).toMatchObject({ data: { suppressedBy: [] } })
  expect(await suppressors(administrator)).toEqual([unseen.id])
  // Whoever sees that rule takes it away.
  const { version } = reply.data
  expect((await administrator.put(path, { ...changed, version })).statusCode).toBe(200)
  expect(await suppressors(administrator)).toEqual([])
})

/** A rule about a device that is closed to the operator, which a rule of theirs suppresses. */
async function ruleThatIsUnseen(prefix: string) {
  const closed = `${prefix}-${thing}`
  await insertDevice(site.sql, closed, 'flow')
  await eventually('the device is listed', () => site.data.catalogue.device(closed))
  const target = { kind: 'sensors', sensors: [{ thing: closed, key: 'flow' }] }
  const first = await add(rule({ kind: 'limit', level: 'high', limit: 8 }))
  const changes = { target, name: `${closed} unseen`, suppressedBy: [first.id] }
  const unseen = await add(rule({ kind: 'limit', level: 'high', limit: 9 }, changes))
  const own = rule({ kind: 'limit', level: 'low', limit: 1 }, { name: `${closed} own` })
  return { first, unseen, own }
}

test('AL58 a procedure is a path of this site or an address of the web', async () => {
  const high = { kind: 'limit', level: 'high', limit: 9 }
  const statusWith = async (procedure: string) =>
    (await administrator.post('/api/alarm-rules', rule(high, { procedure }))).statusCode
  for (const text of ['/articles/7', '/', 'https://plant.example/stop?a=1', ''])
    expect(await statusWith(text), text).toBe(200)
  for (const text of [
    '//evil.example',
    '/\\evil',
    '/\t/evil',
    'https://x\u202e',
    'javascript:1',
    'https://',
  ])
    expect(await statusWith(text), JSON.stringify(text)).toBe(422)
})

test('AL30 the limits of sensors are listed, with the rule in their place', async () => {
  await limit({ lowerAlarm: 2 })
  const own = async (client = operator) =>
    (await client.get(`/api/alarm-rules/own-limits?search=${thing}`)).json().data
  const sensor = expect.objectContaining({ thing, key: 'flow' })
  expect(await own()).toEqual([
    { sensor, side: 'upper', limit: 10, replacedBy: null },
    { sensor, side: 'lower', limit: 2, replacedBy: null },
  ])
  await add(rule({ kind: 'limit', level: 'high', limit: null }, { name: 'Mine', deadband: 1 }))
  expect((await own()).map(({ replacedBy }: { replacedBy: string }) => replacedBy)).toEqual([
    'Mine',
    null,
  ])
  expect(await own(stranger)).toEqual([])
})

test('AL30 what a rule would be about is counted and named', async () => {
  const matches = async (body: object) =>
    (await administrator.post('/api/alarm-rules/matches', body)).json().data
  const things = [`NAMED-A-${thing}`, `NAMED-B-${thing}`]
  for (const each of things) {
    await insertDevice(site.sql, each, 'flue-draw')
    await eventually('the device is listed', () => site.data.catalogue.device(each))
  }
  const pattern = { kind: 'pattern', type: null, product: '', tag: 'fl*aw' }
  const all = await matches({ target: pattern, kind: 'limit' })
  const sensors = things.map((each) => ({ thing: each, key: 'flue-draw' }))
  expect(all).toMatchObject({ total: 2, sensors })
  expect(await matches({ target: pattern, kind: 'repeated_text' })).toEqual({
    ...{ total: 0, sensors: [] },
  })
  const named = { kind: 'sensors', sensors: [{ thing, key: 'flow' }] }
  expect((await matches({ target: named, kind: 'rate' })).total).toBe(1)
})

test('AL18 charts have the limits that rules name for their sensors', async () => {
  const sensors = [sensorOf()?.id ?? 0]
  const limits = async (client = operator) =>
    (await client.post('/api/alarms/spans', { sensors, from: 0, to: time })).json().data.limits
  expect(await limits()).toEqual([])
  const condition = { kind: 'limit', level: 'high_high', limit: 90 }
  const { id } = await add(rule(condition, { name: 'Far too much' }))
  await add(rule({ kind: 'limit', level: 'high', limit: null }))
  expect(await limits()).toEqual([
    {
      ...{ sensorId: sensors[0], id, name: 'Far too much' },
      ...{ level: 'high_high', limit: 90, priority: 1 },
    },
  ])
  expect(await limits(stranger)).toEqual([])
})

test('AL18 who has a device of a rule is notified when it comes, changes and goes', async () => {
  const device = site.data.catalogue.device(thing)?.id ?? 0
  let notified = 0
  const stop = site.bus.on('alarmsChanged', ({ deviceIds }) => {
    if (deviceIds.has(device)) notified++
  })
  const condition = { kind: 'limit', level: 'high_high', limit: 90 }
  const { id, version } = await add(rule(condition, { name: 'Far too much' }))
  expect(notified).toBe(1)
  const renamed = { ...rule(condition, { name: 'Too much' }), version }
  await administrator.send('PUT', `/api/alarm-rules/${id}`, renamed)
  expect(notified).toBe(2)
  await administrator.send('DELETE', `/api/alarm-rules/${id}`)
  expect(notified).toBe(3)
  stop()
})
