import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Sensor } from '#kit/model/sensor.ts'
import { eventually } from '#testing/eventually.ts'
import type { HttpClient } from '#testing/peers/http-client.ts'
import { insertDevice } from '#testing/postgres/devices-store.ts'
import { startTestApplication, type TestApplication } from '#testing/sites/application.ts'
import type { Configuration } from '../../contract/configuration.ts'

let site: TestApplication
let engineer: HttpClient
let stranger: HttpClient
let devices = 0
let ids: readonly number[] = []
let lesiIds: readonly string[] = []

beforeAll(async () => {
  site = await startTestApplication()
  const clientOf = async (role: string, permissions: string[] = []) =>
    site.clientOf(
      await site.addAccount({ email: `${role}@example.org`, roles: [role], permissions }),
    )
  engineer = await clientOf('admin')
  stranger = await clientOf('user', ['view menu admin scada'])
})
afterAll(() => site.close())

beforeEach(async () => {
  const [one, other] = [`DEV-${++devices}`, `DEV-${++devices}`]
  lesiIds = [one, other]
  ids = [await insertDevice(site.sql, one, 'temp'), await insertDevice(site.sql, other, 'temp')]
  await eventually('the sensors are known', () =>
    ids.every((id) => site.data.catalogue.sensor(id) !== undefined),
  )
})

const idOf = (index: number) => ids[index] ?? 0
const sensorOf = (index: number) => site.data.catalogue.sensor(idOf(index))

/** A change from what the catalogue has. */
function changeOf(index: number, after: Partial<Configuration>) {
  const sensor = sensorOf(index)
  const before = Object.keys(after).map((field) => [field, sensor?.[field as keyof Sensor]])
  return { id: idOf(index), before: Object.fromEntries(before), after }
}
const put = (changes: readonly object[], client = engineer) =>
  client.put('/api/sensors/config', { changes })
const entries = async () =>
  site.sql
    .selectFrom('audit_entries')
    .selectAll()
    .where('action', '=', 'sensor.configure')
    .orderBy('id')
    .execute()

const full = {
  ...{
    alias: 'Oil',
    type: 'counter' as const,
    unit: 'l',
    decimals: 3,
    lowerAlarm: -1,
    upperAlarm: 5.5,
  },
  ...{ scaleLow: -10, scaleHigh: 1e3, intervalMs: 500, noChangeMs: 60_000, factor: 0.1 },
  ...{ offset: -4, wrapAt: 6553.6, isNew: false },
} as const satisfies Partial<Configuration>

test('CA41 what comes after the answer is turned into readings as configured', async () => {
  const device = site.data.catalogue.device(lesiIds[0] ?? '')
  if (!device) throw new Error('no device')
  expect((await put([changeOf(0, { factor: 10, offset: 1 })])).statusCode).toBe(200)
  const document = { ts: Date.now(), values: { temp: 2 } }
  await site.data.intake.take(device, Buffer.from(JSON.stringify(document)), 'refuse')
  expect(site.data.current.get(idOf(0))?.reading.value).toBe(21)
})

test('CA20 every field changes, is shown at once, and is in the audit once', async () => {
  const announced: number[] = []
  const stop = site.bus.on('catalogueChanged', ({ changes }) => {
    for (const { changedSensors } of changes) announced.push(...changedSensors)
  })
  const before = (await entries()).length
  const reply = await put([changeOf(0, full)])
  expect(reply.json().data).toEqual([expect.objectContaining({ id: idOf(0), ...full })])
  await expect.poll(() => sensorOf(0)).toMatchObject(full)
  stop()
  expect(announced).toEqual([idOf(0)])
  const { isNew: _, ...fields } = full
  const added = (await entries()).slice(before)
  expect(added).toEqual([
    expect.objectContaining({
      entity: 'sensor',
      entity_id: `${lesiIds[0]}/temp`,
      entity_name: 'temp',
      before: expect.objectContaining({ alias: 'temp', upperAlarm: null, isNew: true }),
      after: { ...fields, isNew: false },
    }),
  ])
})

test('CA20 meanings of values change as a whole, and are in the audit as a line', async () => {
  const states = { '1': { colour: 'green', word: 'Runs' }, token: { word: 'a=b' } } as const
  expect((await put([changeOf(0, { type: 'lamp', states })])).statusCode).toBe(200)
  await expect.poll(() => sensorOf(0)?.states).toEqual(states)
  expect((await entries()).at(-1)?.after).toMatchObject({
    states: '1=green:Runs; token=:a\\=b',
  })
})

test('CA20 a change is all or nothing, and of several sensors one entry', async () => {
  const before = (await entries()).length
  const wrong = await put([
    changeOf(0, { unit: 'bar' }),
    changeOf(1, { lowerAlarm: 3, upperAlarm: 3 }),
  ])
  expect(wrong.statusCode).toBe(422)
  expect(wrong.json().reasons).toEqual({
    'changes.1.after.upperAlarm': [{ code: 'greater_than', parameters: { minimum: 3 } }],
  })
  expect(await entries()).toHaveLength(before)
  const right = await put([changeOf(0, { unit: 'bar' }), changeOf(1, { unit: 'bar' })])
  expect(right.statusCode).toBe(200)
  expect((await entries()).slice(before)).toEqual([
    expect.objectContaining({
      entity_name: `${lesiIds[0]}/temp, ${lesiIds[1]}/temp (2)`,
      after: {
        sensors: lesiIds.map((id) => ({ sensor: `${id}/temp`, unit: 'bar', isNew: false })),
      },
    }),
  ])
  await put([changeOf(0, { unit: 'bar' })])
  expect(await entries()).toHaveLength(before + 1)
})

test('CA21 what somebody else has changed meanwhile is named; other fields pass', async () => {
  const mine = changeOf(0, { upperAlarm: 5, unit: 'bar' })
  await put([changeOf(0, { upperAlarm: 9, decimals: 1 })])
  const reply = await put([mine])
  expect(reply.statusCode).toBe(409)
  expect(reply.json()).toMatchObject({
    error: 'conflict',
    reasons: { 'changes.0.after.upperAlarm': [{ code: 'changed_meanwhile', parameters: {} }] },
  })
  await expect.poll(() => sensorOf(0)).toMatchObject({ upperAlarm: 9, unit: '' })
  const other = { id: idOf(0), before: { unit: '' }, after: { unit: 'bar' } }
  const same = { id: idOf(0), before: { upperAlarm: null }, after: { upperAlarm: 9 } }
  expect((await put([other])).statusCode).toBe(200)
  expect((await put([same])).statusCode).toBe(200)
})

test('CA21 of two people who change one field at once one gets a conflict', async () => {
  const replies = await Promise.all([3, 4].map((upperAlarm) => put([changeOf(0, { upperAlarm })])))
  expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
})

test.each([
  [{ alias: '  ' }, 'alias', 'required'],
  [{ alias: 'a\u0007b' }, 'alias', 'unstorable_characters'],
  [{ unit: 'x'.repeat(33) }, 'unit', 'too_long'],
  [{ type: 'meter' }, 'type', 'not_an_option'],
  [{ decimals: 10 }, 'decimals', 'too_large'],
  [{ decimals: 1.5 }, 'decimals', 'wrong_type'],
  [{ intervalMs: 0 }, 'intervalMs', 'too_small'],
  [{ noChangeMs: 21 * 86_400_000 }, 'noChangeMs', 'too_large'],
  [{ factor: 0 }, 'factor', 'zero'],
  [{ factor: '2' }, 'factor', 'wrong_type'],
  [{ scaleLow: 5, scaleHigh: 4 }, 'scaleHigh', 'greater_than'],
  [{ type: 'counter', wrapAt: -1 }, 'wrapAt', 'greater_than'],
  [{ wrapAt: 100 }, 'wrapAt', 'not_for_type'],
  [{ type: 'lamp', upperAlarm: 5 }, 'upperAlarm', 'not_for_type'],
  [{ states: { 1: { word: 'on' } } }, 'states', 'not_for_type'],
  [{ type: 'lamp', states: { 'a\0': { word: 'on' } } }, 'states.a\0', 'unstorable_characters'],
] as const)('CA20 %j is refused: %s %s', async (after, field, code) => {
  const reply = await put([changeOf(0, after as unknown as Partial<Configuration>)])
  expect(reply.statusCode).toBe(422)
  expect(reply.json().reasons).toMatchObject({
    [`changes.0.after.${field}`]: [expect.objectContaining({ code })],
  })
})

test('CA20 what cannot be a change is refused with its place', async () => {
  const change = changeOf(0, { unit: 'bar' })
  const codes = async (changes: readonly object[], client = engineer) => {
    const { reasons } = (await put(changes, client)).json() as {
      reasons: Record<string, { code: string }[]>
    }
    return Object.entries(reasons).map(([field, [reason]]) => `${field} ${reason?.code}`)
  }
  expect(await codes([{ ...change, before: {} }])).toEqual(['changes.0.after.unit required'])
  expect(await codes([{ ...change, after: { key: 'x' } }])).toEqual([
    'changes.0.after unknown_members',
  ])
  expect(await codes([change, change])).toEqual(['changes.1.id repeated'])
  expect(await codes([change, { ...change, id: 999_999 }])).toEqual(['changes.1.id unknown_sensor'])
  expect(await codes([change], stranger)).toEqual(['changes.0.id unknown_sensor'])
  const states = JSON.parse('{"__proto__":{"word":"x"}}')
  const hostile = { id: idOf(0), before: { states: {} }, after: { type: 'lamp', states } }
  expect((await put([hostile])).statusCode).toBe(400)
  expect(await codes([])).toEqual(['changes too_few'])
})

test('CA20 the path of a device changes its sensors and no others', async () => {
  const path = `/api/scada/sensor/config/${lesiIds[0]}`
  expect((await engineer.put(path, { changes: [changeOf(1, { unit: 'm' })] })).statusCode).toBe(422)
  expect((await engineer.put(path, { changes: [changeOf(0, { unit: 'm' })] })).statusCode).toBe(200)
  expect((await stranger.put(path, { changes: [changeOf(0, { unit: 'k' })] })).statusCode).toBe(404)
})

const send = async (document: object) => {
  const device = site.data.catalogue.device(lesiIds[0] ?? '')
  if (!device) throw new Error('the device is not known')
  return site.data.intake.take(device, Buffer.from(JSON.stringify(document)), 'refuse')
}
const history = async (from: number) => {
  const thing = { thing: lesiIds[0], sensor: 'temp', from, to: from + 3_600_000, mode: 'raw' }
  return (await engineer.post('/api/scada/reportbything/sensor', thing)).json().data
}

test('CA22 factor and offset count from their change on; what is stored stays', async () => {
  const from = Date.now() - 60_000
  await send({ ts: from, values: { temp: 100 } })
  await put([changeOf(0, { factor: 0.1, offset: 2 })])
  await eventually('the change is known', () => sensorOf(0)?.factor === 0.1)
  await send({ ts: from + 1_000, values: { temp: 103 } })
  expect(site.data.current.get(idOf(0))?.reading.value).toBe(12.3)
  const { series, statistics } = await history(from)
  expect(series.value).toEqual([100, 12.3])
  expect(statistics).toMatchObject({ minimum: 12.3, maximum: 100, last: 12.3 })
})

/** The fields of a sensor that its first readings decide. */
const proposed = (key: string) => {
  const device = site.data.catalogue.device(lesiIds[0] ?? '')
  const sensor = device && site.data.catalogue.sensorByKey(device.id, key)
  if (!sensor) return undefined
  const { type, unit, decimals, intervalMs, isNew } = sensor
  return { type, unit, decimals, intervalMs, isNew }
}

test('CA27 CA28 the first readings of a new sensor decide what it is proposed to be', async () => {
  const from = Date.now() - 60_000
  const values = ['21.4', 21.5, '21.6', 'warming', 21.8]
  for (const [index, value] of values.entries())
    await send({ ts: from + index * 2_000, values: { oil_temp: value, fresh: index === 0 } })
  const outcome = { type: 'analog', unit: '°C', decimals: 1, intervalMs: 2_000, isNew: true }
  await expect.poll(() => proposed('oil_temp')).toEqual(outcome)
  expect(proposed('fresh')).toMatchObject({ type: 'detector', intervalMs: 2_000 })
  const thing = { thing: lesiIds[0], sensor: 'oil_temp', from, to: from + 60_000, mode: 'raw' }
  const reply = await engineer.post('/api/scada/reportbything/sensor', thing)
  expect(reply.json().data.series.value).toEqual([21.4, 21.5, 21.6, 21.8])
})

test('CA27 what somebody has looked at is proposed nothing any more', async () => {
  const device = site.data.catalogue.device(lesiIds[0] ?? '')
  await send({ values: { speed: 1 } })
  const id = (device && site.data.catalogue.sensorByKey(device.id, 'speed')?.id) ?? 0
  const change = { id, before: { isNew: true }, after: { isNew: false } }
  expect((await put([change])).statusCode).toBe(200)
  await expect.poll(() => proposed('speed')).toMatchObject({ isNew: false })
  for (let index = 0; index < 6; index++)
    await send({ ts: Date.now() - 60_000 + index * 1_000, values: { speed: 1.25, marker: index } })
  await expect.poll(() => proposed('marker')).toMatchObject({ decimals: 0 })
  expect(proposed('speed')).toMatchObject({ decimals: 2, intervalMs: 10_000 })
})

test('CA25 another type hides what it cannot show, and no number that a text was', async () => {
  const from = Date.now() - 60_000
  await send([{ ts: from, values: { temp: 21.4 } }])
  await put([changeOf(0, { type: 'string' })])
  await eventually('the change is known', () => sensorOf(0)?.type === 'string')
  await send({ ts: from + 1_000, values: { temp: 22 } })
  await send({ ts: from + 2_000, values: { temp: '23.10' } })
  await send({ ts: from + 3_000, values: { temp: 'none' } })
  const stored = await engineer.post('/api/sensors/config/stored', { sensors: ids })
  expect(stored.json().data).toEqual([{ sensorId: idOf(0), numbers: 1, texts: 1 }])
  const rows = (await history(from)).series.rows as { current: string }[]
  expect(rows.map(({ current }) => current)).toEqual(['none', '23.10', '22'])
  await put([changeOf(0, { type: 'analog' })])
  await eventually('the change is known', () => sensorOf(0)?.type === 'analog')
  const { series, statistics } = await history(from)
  expect(series.value).toEqual([21.4, 22, 23.1])
  expect(statistics).toMatchObject({ count: 3, minimum: 21.4, maximum: 23.1, last: 23.1 })
  expect((await stranger.post('/api/sensors/config/stored', { sensors: ids })).json().data).toEqual(
    [],
  )
})

test('CA43 of a sensor that is closed while others come first nothing is counted', async () => {
  const rights = { roles: ['user'], permissions: ['view menu admin scada'] }
  const userId = await site.addAccount({ email: 'closed@example.org', ...rights })
  const client = await site.clientOf(userId)
  const { catalogue, writer } = site.data
  const deviceId = sensorOf(0)?.deviceId ?? 0
  const binding = { user_id: userId, device_id: deviceId, relation: 'sub-user' }
  await site.sql.insertInto('bindings').values(binding).execute()
  await eventually('it is open', () => catalogue.bindingsOf(userId).has(deviceId))
  await send({ ts: Date.now() - 60_000, values: { temp: 21.4 } })
  await writer.flush()
  const gate = Promise.withResolvers<void>()
  const flush = vi.spyOn(writer, 'flush').mockImplementationOnce(() => gate.promise)
  const answer = client.post('/api/sensors/config/stored', { sensors: ids })
  await eventually('the store is waited for', () => flush.mock.calls.length > 0)
  flush.mockRestore()
  await site.sql.deleteFrom('bindings').where('user_id', '=', userId).execute()
  await eventually('it is closed', () => !catalogue.bindingsOf(userId).has(deviceId))
  gate.resolve()
  expect((await answer).json()).toEqual({ data: [], meta: { total: 0, page: 1, limit: 0 } })
})
