import { afterEach, expect, test } from 'vitest'
import type { Reading } from '#kit/model/reading.ts'
import { eventually } from '#testing/eventually.ts'
import {
  active,
  add,
  administrator,
  eventsOf,
  only,
  rule,
  send,
  sensorOf,
  site,
  thing,
  time,
} from '#testing/sites/alarm-site.ts'
import '#testing/sites/shared-alarm-site.ts'
import { AlarmEngine } from '../alarms.ts'
import type { AlarmEngineServices } from '../engine-services.ts'
import type { AlarmPoint } from './point.ts'

let engine: AlarmEngine | null = null
afterEach(async () => {
  await engine?.close()
  engine = null
})

/** The engine of a server that starts now, on the same database. */
async function startEngine(other: Partial<AlarmEngineServices> = {}): Promise<AlarmEngine> {
  const { sql, telemetry, bus, data } = site
  const { catalogue, current, presence, writer } = data
  const log = { warn: () => undefined, info: () => undefined }
  engine = new AlarmEngine({
    ...{ sql, telemetry, catalogue, current, presence, writer, bus, log },
    ...{ clock: Date.now, timezone: 'UTC', ...other },
  })
  await engine.start()
  return engine
}

const deviceId = () => site.data.catalogue.device(thing)?.id ?? 0
const openOf = ({ open }: AlarmEngine) => [...open.ofDevice(deviceId())]
/** All days and nights, without a minute between. */
const always = [{ days: [1, 2, 3, 4, 5, 6, 7], from: '00:00', to: '00:00' }]
const silences = [
  ['no data', { kind: 'no_data', afterMs: 1_000 }, {}, []],
  ['no data within hours', { kind: 'no_data', afterMs: 1_000 }, { hours: always }, []],
  ['no change', { kind: 'no_change', afterMs: 1_000 }, {}, [{ flow: 5 }]],
] as const

test.each(silences)('AL85 an alarm of %s goes on over a change of its rule', async (...given) => {
  const [, condition, more] = given
  await send({ flow: 5 })
  const { id: ruleId, points, changedAt, ...body } = await add(rule(condition, more))
  expect([points, changedAt]).toEqual([1, expect.any(Number)])
  await eventually('nothing came', async () => (await active()).length === 1)
  const { id } = await only()
  const path = `/api/alarm-rules/${ruleId}`
  expect((await administrator.put(path, { ...body, name: 'Other' })).statusCode).toBe(200)
  site.data.alarms.tick()
  expect(await only()).toMatchObject({ id, phase: 'unacknowledged' })
  await send({ flow: 6 })
  await active()
  // A further silence may have begun since.
  const types = (await eventsOf(id)).map(({ type }) => type)
  expect(types.slice(0, 2)).toEqual(['raised', 'returned'])
})

test.each(silences)('AL85 an alarm of %s goes on over a start', async (...given) => {
  const [, condition, more, values] = given
  await send({ flow: 5 })
  await add(rule(condition, more))
  await eventually('nothing came', async () => (await active()).length === 1)
  const { id } = await only()
  // As it says again and again.
  for (const value of values) await send(value, Date.now())
  await site.data.alarms.checkpoint()
  const started = await startEngine()
  started.tick()
  await started.register.afterwards(async () => undefined)
  expect(openOf(started)).toMatchObject([{ id, returnedAt: null }])
  // The clock of the device may be behind by much.
  await send({ flow: 6 }, values.length === 0 ? undefined : Date.now())
  await started.register.afterwards(async () => undefined)
  expect(started.open.byId(id)?.returnedAt).not.toBeNull()
})

test('AL85 a start finds no silence of before it, also by a rule with hours', async () => {
  await send({ flow: 5 })
  await add(rule({ kind: 'no_data', afterMs: 600_000 }, { hours: always }))
  await site.data.alarms.checkpoint()
  const started = await startEngine()
  started.tick()
  await started.register.afterwards(async () => undefined)
  expect(openOf(started)).toEqual([])
})

test('AL86 after a start a device is offline once it was silent since for long', async () => {
  site.data.presence.statusReported(deviceId(), 'online')
  await add(rule({ kind: 'device_offline' }))
  const silenceMs = site.data.catalogue.device(thing)?.silenceMs ?? 0
  const since = Date.now() - 60_000
  const status = () => ({ status: 'offline' as const, since, lastSeen: since })
  let now = Date.now()
  const started = await startEngine({ presence: { status }, clock: () => now })
  const alarms = async () => {
    started.tick()
    await started.register.afterwards(async () => undefined)
    return openOf(started)
  }
  now += silenceMs
  expect(await alarms()).toEqual([])
  now += 1
  expect(await alarms()).toMatchObject([{ sensorId: null, since, returnedAt: null }])
})

test('AL86 an alarm of a device that is offline stays over a start', async () => {
  site.data.presence.statusReported(deviceId(), 'online')
  await add(rule({ kind: 'device_offline' }))
  site.data.presence.statusReported(deviceId(), 'offline')
  const { id } = await only()
  const started = await startEngine()
  started.tick()
  await started.register.afterwards(async () => undefined)
  expect(openOf(started)).toMatchObject([{ id, returnedAt: null }])
  site.data.presence.statusReported(deviceId(), 'online')
  expect(await only()).toMatchObject({ id, phase: 'returned' })
})

const held: readonly (readonly [string, () => Promise<unknown>])[] = [
  ['within the deadband', () => send({ flow: 19 })],
  ['bad', () => send({ flow: null })],
]
test.each(held)(
  'AL91 a rule with hours keeps its alarm over a start: a value %s',
  async (...of) => {
    const condition = { kind: 'limit', level: 'high', limit: 20 }
    await add(rule(condition, { deadband: 2, hours: always }))
    await send({ flow: 21 })
    const pointOf = (): AlarmPoint | undefined =>
      [...site.data.alarms.evaluator.pointsOf(sensorOf()?.id ?? 0)].find(
        ({ rule: { hours } }) => hours.length > 0,
      )?.point
    await of[1]()
    expect(pointOf()?.isActive).toBe(true)
    await site.data.alarms.checkpoint()
    const started = await startEngine()
    started.tick()
    await started.register.afterwards(async () => undefined)
    expect(openOf(started)).toContainEqual(
      expect.objectContaining({ ruleName: 'Flow', returnedAt: null }),
    )
  },
)

test('AL92 what comes at a start and is not stored yet is held against rules', async () => {
  await send({ flow: 5 })
  await active()
  await site.data.alarms.checkpoint()
  const sensorId = sensorOf()?.id ?? 0
  const reading: Reading = { sensorId, time: time + 1_000, value: 12, quality: 'good' }
  const { current } = site.data
  const calculated = { reading, previous: undefined, changedAt: undefined }
  const get = (id: number) => (id === sensorId ? calculated : current.get(id))
  const started = await startEngine({ current: { get } })
  await started.register.afterwards(async () => undefined)
  expect(openOf(started)).toMatchObject([{ value: 12, since: reading.time }])
})
