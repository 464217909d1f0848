import { afterEach, expect, test } from 'vitest'
import { sql as query } from 'kysely'
import {
  active,
  add,
  only,
  operator,
  rule,
  send,
  sensorOf,
  site,
  thing,
} from '#testing/sites/alarm-site.ts'
import '#testing/sites/shared-alarm-site.ts'
import { AlarmEngine } from '../alarms.ts'
import type { AlarmEngineServices } from '../engine-services.ts'

let engine: AlarmEngine
afterEach(() => engine.close())

/** The engine of a server that starts now, on the same database. */
async function startEngine(other: Partial<AlarmEngineServices> = {}): Promise<void> {
  const { sql, telemetry, bus, data } = site
  const { catalogue, current, presence, writer } = data
  const log = { warn: () => undefined, info: () => undefined }
  engine = new AlarmEngine({
    ...{ sql, telemetry, catalogue, current, presence, writer, bus, log },
    ...{ clock: Date.now, timezone: 'UTC', ...other },
  })
  await engine.start()
}
/** What the rule says by now, for the server that started alone. */
async function change(id: number, path: readonly string[], value: unknown): Promise<void> {
  await query`update alarm_rules set version = version + 1, definition =
    jsonb_set(definition, ${path}, ${JSON.stringify(value)}::jsonb) where id = ${id}`.execute(
    site.sql,
  )
  await engine.refresh()
}
const deviceId = () => site.data.catalogue.device(thing)?.id ?? 0
const open = async () => {
  await engine.register.afterwards(async () => undefined)
  return [...engine.open.ofDevice(deviceId())].map(({ endedAt, value }) => [endedAt, value])
}

test('AL116 a rule that was switched off before a start has its alarm again', async () => {
  await send({ flow: 7 })
  const { id } = await add(rule({ kind: 'limit', level: 'high', limit: 6 }))
  await only()
  await startEngine()
  await change(id, ['isEnabled'], false)
  expect(await open()).toEqual([])
  await engine.close()
  await startEngine()
  await change(id, ['isEnabled'], true)
  expect(await open()).toEqual([[null, 7]])
})

test('AL116 a limit that is changed, and after a start back, has its alarm again', async () => {
  await send({ flow: 7 })
  const { id } = await add(rule({ kind: 'limit', level: 'high', limit: 6 }))
  const { id: alarm } = await only()
  await operator.post('/api/alarms/acknowledge', { ids: [alarm] })
  await startEngine()
  await change(id, ['condition', 'limit'], 8)
  expect(await open()).toEqual([])
  await engine.close()
  await startEngine()
  await change(id, ['condition', 'limit'], 6)
  expect(await open()).toEqual([[null, 7]])
})

test('AL116 a device that is offline has its alarm again after a start', async () => {
  site.data.presence.statusReported(deviceId(), 'online')
  const { id } = await add(rule({ kind: 'device_offline' }))
  site.data.presence.statusReported(deviceId(), 'offline')
  await only()
  const since = site.data.presence.status(deviceId()).since
  await startEngine()
  await change(id, ['isEnabled'], false)
  expect(await open()).toEqual([])
  await engine.close()
  const status = () => ({ status: 'offline' as const, since, lastSeen: since })
  await startEngine({ presence: { status }, clock: () => Date.now() + 3_600_000 })
  const reported = { status: 'offline', since: since ?? 0, isReported: true } as const
  for (const isEnabled of [true, false, true]) await change(id, ['isEnabled'], isEnabled)
  site.bus.emit('deviceStatus', { deviceId: deviceId(), ...reported })
  expect(await open()).toEqual([[null, null]])
})

test('AL5 what a start evaluates again, by a clock that is ahead, is no other alarm', async () => {
  const ahead = Date.now() + 120_000
  await send({ flow: 12 }, ahead)
  const { id } = await only()
  await operator.post('/api/alarms/acknowledge', { ids: [id] })
  await send({ flow: 8 }, ahead + 1)
  expect(await active()).toEqual([])
  await site.data.alarms.checkpoint()
  await site.data.writer.flush()
  await startEngine()
  await engine.register.afterwards(async () => undefined)
  const sensorId = sensorOf()?.id ?? 0
  const rows = site.sql
    .selectFrom('alarms')
    .select(['id', 'value'])
    .where('sensor_id', '=', sensorId)
  expect(await rows.execute()).toEqual([{ id: String(id), value: 12 }])
})
