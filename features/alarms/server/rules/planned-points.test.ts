import { expect, test } from 'vitest'
import {
  active,
  add,
  administrator,
  only,
  rule,
  send,
  sensorOf,
  site,
  thing,
} from '#testing/sites/alarm-site.ts'
import '#testing/sites/shared-alarm-site.ts'
import { eventually } from '#testing/eventually.ts'

const deviceId = () => site.data.catalogue.device(thing)?.id ?? 0
const named = (...keys: readonly string[]) => ({
  target: { kind: 'sensors', sensors: keys.map((key) => ({ thing, key })) },
})
const report = (status: 'online' | 'offline') =>
  site.data.presence.statusReported(deviceId(), status)
async function removeSensor(key: string): Promise<void> {
  const id = sensorOf(key)?.id ?? 0
  await site.sql.deleteFrom('sensors').where('id', '=', id).execute()
  await site.data.catalogue.refresh([deviceId()])
}
/** Changes a rule as it was answered. */
const change = async (
  { id, points: _points, changedAt: _changedAt, ...body }: Record<string, unknown>,
  to: object,
) => {
  const reply = await administrator.put(`/api/alarm-rules/${String(id)}`, { ...body, ...to })
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json().data
}
const phases = async () => (await active()).map(({ phase }) => phase)

/** An alarm that the device is offline, by a rule that was found by both of its sensors. */
async function offline() {
  await send({ flow: 5, pressure: 1 })
  await eventually('the sensor is there', () => sensorOf('pressure') !== undefined)
  report('online')
  const added = await add(rule({ kind: 'device_offline' }, named('flow', 'pressure')))
  report('offline')
  return { added, alarm: await only() }
}

test('AL83 a device is followed although one of its sensors is removed', async () => {
  const { alarm } = await offline()
  await site.sql
    .deleteFrom('sensors')
    .where('id', '=', sensorOf()?.id ?? 0)
    .execute()
  await site.data.catalogue.refresh([deviceId()])
  await site.data.alarms.register.afterwards(async () => undefined)
  expect(await only()).toMatchObject({ id: alarm.id, phase: 'unacknowledged' })
  report('online')
  expect(await only()).toMatchObject({ id: alarm.id, phase: 'returned' })
})

test('AL83 an alarm of a device stays when its rule is about fewer of its sensors', async () => {
  const { added, alarm } = await offline()
  await change(added, named('pressure'))
  expect(await only()).toMatchObject({ id: alarm.id, phase: 'unacknowledged' })
  report('online')
  expect(await only()).toMatchObject({ id: alarm.id, phase: 'returned' })
})

/** Further than 3 from the pressure. */
const deviation = () => rule({ kind: 'deviation', from: { thing, key: 'pressure' }, by: 3 })

test('AL84 a rule that compares sensors counts at once, for what is there of both', async () => {
  await send({ flow: 5, pressure: 1 })
  await eventually('the sensor is there', () => sensorOf('pressure') !== undefined)
  await add(deviation())
  expect(await only()).toMatchObject({ ruleName: 'Flow', value: 5 })
})

test('AL84 a rule goes on with a sensor that it names and that has another number', async () => {
  await send({ flow: 5, pressure: 4 })
  await eventually('the sensor is there', () => sensorOf('pressure') !== undefined)
  await add(deviation())
  const before = sensorOf('pressure')
  const gone = { sensorId: before?.id, name: before?.alias }
  const reply = await administrator.post('/api/readings/deletions', gone)
  expect(reply.statusCode, reply.body).toBe(200)
  await eventually('it has another number', () => sensorOf('pressure')?.id !== before?.id)
  await send({ flow: 5, pressure: 1 })
  expect(await only()).toMatchObject({ ruleName: 'Flow', phase: 'unacknowledged' })
})

test('AL84 a rule goes on with a sensor that it names and that comes again', async () => {
  await send({ flow: 5, pressure: 4 })
  await eventually('the sensor is there', () => sensorOf('pressure') !== undefined)
  await add(deviation())
  await removeSensor('pressure')
  await send({ flow: 5, pressure: 1 })
  await eventually('it is there again', () => sensorOf('pressure') !== undefined)
  await send({ flow: 5 })
  expect(await only()).toMatchObject({ ruleName: 'Flow', phase: 'unacknowledged' })
})

const high = (limit: number) => ({ kind: 'limit', level: 'high', limit })

test('AL88 a rule that is switched on again has its alarm without another reading', async () => {
  await send({ flow: 7 })
  const added = await add(rule(high(6)))
  const first = await only()
  const off = await change(added, { isEnabled: false })
  expect(await active()).toEqual([])
  await change(off, { isEnabled: true })
  expect(await only()).toMatchObject({ ruleName: 'Flow', phase: 'unacknowledged' })
  expect((await only()).id).not.toBe(first.id)
})

test('AL88 a limit that is changed there and back has its alarm', async () => {
  await send({ flow: 7 })
  let stored = await add(rule(high(6)))
  for (const limit of [8, 6, 8, 6]) {
    stored = await change(stored, { condition: high(limit) })
    expect(await phases()).toEqual([limit === 6 ? 'unacknowledged' : 'returned'])
  }
})

test('AL88 a device that is offline has its alarm when the rule is switched on again', async () => {
  const { added } = await offline()
  const off = await change(added, { isEnabled: false })
  expect(await active()).toEqual([])
  await change(off, { isEnabled: true })
  expect(await phases()).toEqual(['unacknowledged'])
})
