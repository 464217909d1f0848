import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { productOrigin } from '#kit/server/audit.ts'
import type { Sql } from '#kit/server/postgres/sql.ts'
import { recordAudit } from '#testing/audit.ts'
import { eventually } from '#testing/eventually.ts'
import type { HttpClient } from '#testing/peers/http-client.ts'
import { countWaiting } from '#testing/postgres/databases-store.ts'
import { insertDevice } from '#testing/postgres/devices-store.ts'
import { withHeldAnswers } from '#testing/postgres/held-answers.ts'
import { withWarnings } from '#testing/warnings.ts'
import { startTestApplication, type TestApplication } from '#testing/sites/application.ts'
import { startCalculations } from './index.ts'
import { saveCalculations } from './save.ts'

let site: TestApplication
let engineer: HttpClient
let bound: HttpClient
let boundId = 0
let devices = 0
let thing = ''
let other = ''
let deviceId = 0

beforeAll(async () => {
  site = await startTestApplication()
  const permissions = ['view menu admin scada']
  const idOf = (role: string) =>
    site.addAccount({ email: `${role}@example.org`, roles: [role], permissions })
  engineer = await site.clientOf(await idOf('admin'))
  boundId = await idOf('manager')
  bound = await site.clientOf(boundId)
})
afterAll(() => site.close())

const sensorOf = (lesiId: string, key: string) => {
  const device = site.data.catalogue.device(lesiId)
  return device && site.data.catalogue.sensorByKey(device.id, key)
}

beforeEach(async () => {
  thing = `DEV-${++devices}`
  other = `DEV-${++devices}`
  for (const lesiId of [thing, other]) await insertDevice(site.sql, lesiId, 'flow')
  await eventually('the sensors are there', () =>
    [thing, other].every((lesiId) => sensorOf(lesiId, 'flow') !== undefined),
  )
  deviceId = site.data.catalogue.device(thing)?.id ?? 0
  const binding = { user_id: boundId, device_id: deviceId, relation: 'admin' }
  await site.sql.insertInto('bindings').values(binding).execute()
  await site.data.catalogue.refresh([deviceId])
})

const flow = (lesiId: string) => ({ thing: lesiId, key: 'flow' })
const total = () => ({
  ...{ thing, key: 'total', expression: 'a + b', unit: 'l/min' },
  inputs: { a: flow(thing), b: flow(other) },
})
const save = (calculations: readonly object[], client = engineer) =>
  client.put('/api/calculations', { calculations })
const send = (lesiId: string, document: object) => {
  const device = site.data.catalogue.device(lesiId)
  if (!device) throw new Error('no device')
  return site.data.intake.take(device, Buffer.from(JSON.stringify(document)), 'refuse')
}
const history = async (key: string, from: number) => {
  const query = { thing, sensor: key, from, to: from + 60_000, mode: 'raw' }
  return (await engineer.post('/api/scada/reportbything/sensor', query)).json().data
}

test('CL9 HT59 is saved, calculated, stored, charted as any other, over a start too', async () => {
  const from = Date.now() - 50_000
  const calculation = total()
  const saved = await save([calculation])
  expect(saved.json()).toEqual({ data: { ids: [expect.any(Number)] } })
  await send(thing, { ts: from, values: { flow: 1.5 } })
  await send(other, { ts: from, values: { flow: 2 } })
  await send(thing, { ts: from + 1_000, values: { flow: 3 } })
  await send(thing, { ts: from + 500, values: { flow: 99 } })
  await send(thing, { ts: from + 1_000, values: { flow: 3 } })
  const [report, warnings] = await withWarnings(() => history('total', from))
  // HT59
  expect(warnings).toEqual([])
  expect(report.series.value).toEqual([null, 3.5, 5])
  expect(report.statistics).toMatchObject({ count: 2, badCount: 1, maximum: 5, last: 5 })
  expect(report.sensor).toMatchObject({ unit: 'l/min', isCalculated: true, intervalMs: 10_000 })
  const { catalogue, current, writer } = site.data
  const again = await startCalculations({
    ...{ sql: site.sql, catalogue, current, writer, bus: site.bus, clock: Date.now },
    log: { warn: (error: object) => expect.unreachable(JSON.stringify(error)) },
  })
  again.close()
  expect((await history('total', from)).series.value).toEqual([null, 3.5, 5])
  const refused = await send(thing, { values: { total: 7 } })
  expect(refused).toMatchObject({ stored: 0, refused: [{ field: 'values.total' }] })
})

test('CL47 a new key is one that devices could have: nothing in it cannot be seen', async () => {
  for (const key of ['flow\nPriority 1', 'flow\u200b', ' flow', 'a\u0000b']) {
    const refused = await save([{ ...total(), key }])
    expect([key, refused.statusCode]).toEqual([key, 422])
    expect(Object.keys(refused.json().errors)).toEqual(['calculations.0.key'])
  }
  expect((await save([{ ...total(), key: '流量 合計' }])).statusCode).toBe(200)
})

test('CL13 what is calculated is not converted: nobody can configure that it is', async () => {
  await save([{ ...total(), key: 'sum' }])
  const id = sensorOf(thing, 'sum')?.id
  const configure = (before: object, after: object) =>
    engineer.put('/api/sensors/config', { changes: [{ id, before, after }] })
  const refused = await configure({ factor: 1, offset: 0 }, { factor: 2, offset: 5 })
  expect(refused.statusCode).toBe(422)
  expect(Object.keys(refused.json().errors)).toEqual([
    'changes.0.after.factor',
    'changes.0.after.offset',
  ])
  expect((await configure({ unit: 'l/min' }, { unit: 'm³/h' })).statusCode).toBe(200)
})

test('CL9 the list shows the present result of each, or why there is none', async () => {
  await save([{ ...flow(thing), key: 'ratio', expression: 'a / 0', inputs: { a: flow(thing) } }])
  await send(thing, { ts: Date.now() - 1_000, values: { flow: 1 } })
  const { data } = (await engineer.get('/api/calculations?limit=1000')).json()
  expect(data).toContainEqual(
    expect.objectContaining({
      ...{ thing, key: 'ratio', expression: 'a / 0', inputs: { a: flow(thing) } },
      state: expect.objectContaining({
        ...{ value: null, quality: 'bad', problem: { code: 'infinite', input: '' } },
      }),
    }),
  )
})

test('CL6 what is calculated from itself is refused with the way, and all with it', async () => {
  const calculate = (key: string, input: string) => ({
    ...{ thing, key, expression: 'x + 1', inputs: { x: { thing, key: input } } },
  })
  await save([calculate('one', 'flow')])
  await save([calculate('two', 'one')])
  const reply = await save([calculate('one', 'two'), calculate('three', 'flow')])
  expect(reply.statusCode).toBe(422)
  expect(reply.json().reasons).toEqual({
    'calculations.0.expression': [
      {
        code: 'calculation_cycle',
        parameters: { path: `${thing}/one → ${thing}/two → ${thing}/one` },
      },
    ],
  })
  expect(sensorOf(thing, 'three')).toBeUndefined()
  const keys = ['flow', ...Array.from({ length: 11 }, (_, index) => `level${index}`)]
  const replies = []
  for (const [index, key] of keys.slice(1).entries())
    replies.push((await save([calculate(key, keys[index] ?? '')])).statusCode)
  expect(replies).toEqual([...Array.from({ length: 10 }, () => 200), 422])
})

test('CL18 the way around does not name sensors of closed devices', async () => {
  const onto = (key: string, lesiId: string, from: string, owner = thing) => ({
    ...{ thing: owner, key, expression: 'a', inputs: { a: { thing: lesiId, key: from } } },
  })
  const first = onto('first', thing, 'flow')
  for (const each of [first, onto('secret', thing, 'first', other), onto('last', other, 'secret')])
    expect((await save([each])).statusCode).toBe(200)
  const circle = { ...first, inputs: { a: { thing, key: 'last' } } }
  const wayOf = async (client: HttpClient) =>
    (await save([circle], client)).json().reasons['calculations.0.expression'][0].parameters.path
  const way = (secret: string) => [`${thing}/first`, `${thing}/last`, secret, `${thing}/first`]
  expect(await wayOf(engineer)).toBe(way(`${other}/secret`).join(' → '))
  expect(await wayOf(bound)).toBe(way('…').join(' → '))
})

test('CL10 what is wrong is refused field by field, and nothing is added', async () => {
  const reply = await save([
    { ...total(), expression: 'a + c' },
    { ...total(), key: 'half', expression: '1 +' },
    { ...total(), key: 'flow' },
    { ...total(), key: 'none', inputs: { a: flow(thing), b: { thing, key: 'nothing' } } },
    { ...total(), thing: 'DEV-0' },
  ])
  expect(reply.statusCode).toBe(422)
  expect(Object.keys(reply.json().reasons)).toEqual([
    'calculations.0.expression',
    'calculations.1.expression',
    'calculations.3.inputs.b',
    'calculations.4.thing',
  ])
  const calculation = total()
  const { b } = calculation.inputs
  const taken = await save([{ ...calculation, key: 'flow', expression: 'b', inputs: { b } }])
  expect(taken.json().reasons['calculations.0.key'][0].code).toBe('sensor_of_device')
  expect(sensorOf(thing, 'half')).toBeUndefined()
})

test('CL11 nobody uses or sees sensors that are not theirs, and it is in the audit', async () => {
  const calculation = total()
  const foreign = await save([calculation], bound)
  expect(foreign.json().reasons['calculations.0.inputs.b'][0].code).toBe('unknown_sensor')
  const theirs = { ...calculation, thing: other, expression: 'b', inputs: { b: flow(other) } }
  const [hidden] = (await save([theirs])).json().data.ids as number[]
  expect((await bound.delete(`/api/calculations/${hidden}`)).statusCode).toBe(404)
  const own = await save([{ ...calculation, expression: 'a', inputs: { a: flow(thing) } }], bound)
  expect(own.statusCode).toBe(200)
  const id = own.json().data.ids[0] as number
  await save([calculation])
  const { data } = (await bound.get('/api/calculations?limit=1000')).json()
  const ofThing = (data as { thing: string }[]).filter((each) => each.thing === thing)
  expect(ofThing).toEqual([
    expect.objectContaining({
      key: 'total',
      inputs: { a: flow(thing), b: { thing: '***', key: '***' } },
    }),
  ])
  expect((await bound.delete(`/api/calculations/${id}`)).statusCode).toBe(200)
  expect((await bound.delete(`/api/calculations/${id}`)).statusCode).toBe(404)
  expect(sensorOf(thing, 'total')?.isCalculated).toBe(true)
  const entries = await site.sql
    .selectFrom('audit_entries')
    .select(['action', 'before', 'after'])
    .where('entity_id', '=', `${thing}/total`)
    .orderBy('id')
    .execute()
  expect(entries.map(({ action }) => action)).toEqual([
    'sensor.calculate',
    'sensor.calculate',
    'sensor.end-calculation',
  ])
  expect(entries[1]).toMatchObject({
    before: { expression: 'a', inputs: `a = ${thing}/flow` },
    after: { expression: 'a + b', inputs: `a = ${thing}/flow; b = ${other}/flow` },
  })
})

test('CL10 an expression is previewed with the present values, and nothing is stored', async () => {
  await send(thing, { ts: Date.now() - 1_000, values: { flow: 4 } })
  const attempt = (expression: string, lesiId = thing, a = flow(thing)) =>
    engineer.post('/api/calculations/try', {
      ...{ thing: lesiId, expression, inputs: { a } },
    })
  expect((await attempt('a * 2')).json().data).toMatchObject({ value: 8, quality: 'good' })
  expect((await attempt('a *')).json().reasons.expression[0].code).toBe('expression')
  expect((await attempt('a', 'DEV-0')).statusCode).toBe(404)
  const unknown = await attempt('a', thing, { thing, key: 'nothing' })
  expect(unknown.json().reasons['inputs.a'][0].code).toBe('unknown_sensor')
  expect(site.data.catalogue.sensorCount(deviceId)).toBe(1)
})

/** Saves as a call does, by this database, and for any device. */
const saveBy = (sql: Sql, calculation: object, catalogue = site.data.catalogue) =>
  saveCalculations(
    { sql, audit: recordAudit },
    {
      calculations: [{ key: 'other', expression: '1', inputs: {}, ...calculation } as never],
      origin: productOrigin(),
      rights: { catalogue, mayUseDevice: () => true, mayCombineDevices: true },
    },
  )

test('CL49 what somebody else has changed since an edit began is not replaced unseen', async () => {
  const entries = { key: 'sum', thing, expression: 'a', inputs: { a: flow(thing) } }
  expect((await save([{ ...entries, before: null }])).statusCode).toBe(200)
  const first = { expression: 'a', inputs: { a: flow(thing) } }
  const own = { ...entries, expression: 'a * 2', before: first }
  expect((await save([own])).statusCode).toBe(200)
  const late = { ...entries, expression: 'a * 3', before: first }
  expect((await save([late])).statusCode).toBe(409)
  expect((await save([{ ...entries, before: null }])).statusCode).toBe(409)
  const ofOther = { ...entries, inputs: { a: flow(other) } }
  const before = { expression: 'a * 2', inputs: { a: flow(thing) } }
  expect((await save([{ ...ofOther, before }])).statusCode).toBe(200)
  // Who may not see an input began with what they were shown of it.
  const starred = { expression: 'a', inputs: { a: { thing: '***', key: '***' } } }
  const ended = { ...entries, expression: 'a + 1', before: starred }
  expect((await save([ended], bound)).statusCode).toBe(200)
  const { data } = (await engineer.get('/api/calculations?limit=1000')).json()
  const sum = data.find((each: { thing: string; key: string }) => each.key === 'sum')
  expect(sum).toMatchObject({ expression: 'a + 1' })
  await engineer.delete(`/api/calculations/${sum.id}`)
  expect((await save([{ ...ended, before: null }])).statusCode).toBe(200)
  // Whoever names nothing replaces what is there.
  expect((await save([entries])).statusCode).toBe(200)
})

test('CL46 who removes a device and who saves its calculations wait in one order', async () => {
  const { sql, release, count } = withHeldAnswers(site.sql, /^lock table calculations/)
  const saving = saveBy(sql, { thing })
  await eventually('it has its locks', () => count() === 1)
  const removing = engineer.delete(`/api/devices/${thing}`)
  await eventually('that waits', async () => (await countWaiting(site.sql)) === 1)
  release()
  expect(await saving).toHaveLength(1)
  expect((await removing).statusCode).toBe(204)
})

test('CL46 a calculation of a device that was removed meanwhile is refused', async () => {
  const gone = { ...site.data.catalogue.device(thing), id: 2_000_000_000 }
  const catalogue = { device: () => gone, sensorByKey: () => undefined }
  await expect(saveBy(site.sql, { thing }, catalogue as never)).rejects.toMatchObject({
    errors: { 'calculations.0.thing': [{ code: 'unknown_device' }] },
  })
})
