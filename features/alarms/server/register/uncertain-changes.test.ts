import { afterEach, expect, test } from 'vitest'
import type { Sql } from '#kit/server/postgres/sql.ts'
import { eventually } from '#testing/eventually.ts'
import { countWaiting } from '#testing/postgres/databases-store.ts'
import { withLostCommits } from '#testing/postgres/lost-commits.ts'
import {
  active,
  eventsOf,
  only,
  operator,
  send,
  sensorOf,
  site,
  time,
} from '#testing/sites/alarm-site.ts'
import '#testing/sites/shared-alarm-site.ts'
import { AlarmEngine } from '../alarms.ts'
import { keyOf } from '../evaluation/evaluated-point.ts'
import type { StoredAlarm } from './alarm-row.ts'
import { beginShelves, endShelf } from './shelving.ts'

let engine: AlarmEngine | null = null
afterEach(async () => {
  await engine?.close()
  engine = null
})

/** The engine of a server of its own on the same database. */
async function startEngine(sql: Sql): Promise<AlarmEngine> {
  const { telemetry, bus, data } = site
  const { catalogue, current, presence, writer } = data
  const log = { warn: () => undefined, info: () => undefined }
  engine = new AlarmEngine({
    ...{ sql, telemetry, catalogue, current, presence, writer, bus, log },
    ...{ clock: Date.now, timezone: 'UTC' },
  })
  await engine.start()
  return engine
}

/** An alarm, in the engine of a server whose next transaction is stored without an answer. */
async function withAlarm() {
  await send({ flow: 12 })
  const { id } = await only()
  const { sql, lose } = withLostCommits(site.sql)
  const { open, register, evaluator } = await startEngine(sql)
  const alarm = open.byId(id) ?? expect.unreachable()
  const of = evaluator.points.get(keyOf(alarm)) ?? expect.unreachable()
  return { alarm, of, open, register, lose }
}

/** Of an hour. */
const shelfOf = ({ origin, deviceId, sensorId }: StoredAlarm, at = Date.now()) => ({
  ...{ origin, deviceId, sensorId, kind: 'shelved' as const, until: at + 3_600_000 },
  ...{ isOneShot: false, reason: 'cleaning', userId: null, at },
})

test('AL66 a shelf that the database has without having said so counts', async () => {
  const { alarm, open, register, lose } = await withAlarm()
  lose()
  await expect(beginShelves({ open, register }, [shelfOf(alarm)])).rejects.toThrow('terminated')
  await eventually('it is shelved', () => open.shelfOf(alarm) !== undefined)
  expect(open.byId(alarm.id)?.hidden).toBe('shelved')
})

test('AL66 an acknowledgement that the database has without saying so stays', async () => {
  const { alarm, open, register, lose } = await withAlarm()
  const acknowledgedAt = Date.now()
  const acknowledge = () =>
    register.change(
      (changes) =>
        changes.step(
          alarm,
          { type: 'acknowledge' },
          { type: 'acknowledged' },
          { acknowledgedAt, acknowledgement: 'seen' },
        ),
      async () => undefined,
    )
  lose()
  await expect(acknowledge()).rejects.toThrow('terminated')
  // What happens next to the alarm is written over what is stored.
  await register.change(
    (changes) => changes.annotate(alarm, { type: 'commented', comment: 'next' }, {}),
    async () => undefined,
  )
  const stored = await site.sql
    .selectFrom('alarms')
    .select('acknowledgement')
    .where('id', '=', String(alarm.id))
    .executeTakeFirst()
  expect(stored).toEqual({ acknowledgement: 'seen' })
  expect(open.byId(alarm.id)).toMatchObject({ acknowledgedAt })
})

test('AL75 what happened to an alarm is recorded once although the answer was lost', async () => {
  const { alarm, of, open, register, lose } = await withAlarm()
  const at = alarm.since + 1_000
  lose()
  register.take({ type: 'return', since: at, at, of, value: 5 })
  await eventually('it is written', () => register.waiting === 0 && !register.isBehind)
  expect((await eventsOf(alarm.id)).map(({ type }) => type)).toEqual(['raised', 'returned'])
  expect(open.byId(alarm.id)).toMatchObject({ returnedAt: at })
})

test('AL87 what happens to an alarm while it is not known to be stored is stored too', async () => {
  await send({ flow: 5 })
  const { sql, lose } = withLostCommits(site.sql)
  const { open, register, evaluator } = await startEngine(sql)
  const { id: sensorId = 0, deviceId = 0 } = sensorOf() ?? {}
  const name = { origin: 'upper', deviceId, sensorId }
  const of = evaluator.points.get(keyOf(name)) ?? expect.unreachable()
  const [since, passed, again] = [1_000, 2_000, 3_000].map((later) => time + later)
  const at = (moment = 0) => ({ since: moment, at: moment, of, value: 12 })
  lose()
  register.take({ type: 'raise', ...at(since) })
  await eventually('it may be stored', () => register.isBehind)
  register.take({ type: 'return', ...at(passed) })
  register.take({ type: 'raise', ...at(again) })
  await eventually('it is written', () => register.waiting === 0 && !register.isBehind)
  expect([...open.ofDevice(deviceId)]).toMatchObject([{ since: again, returnedAt: null }])
  const stored = await site.sql
    .selectFrom('alarms')
    .select(['id', 'returned_at'])
    .where('device_id', '=', deviceId)
    .orderBy('id')
    .execute()
  expect(stored.map((row) => row.returned_at?.getTime() ?? null)).toEqual([passed, null])
  const events = await Promise.all(stored.map(({ id }) => eventsOf(Number(id))))
  expect(events.map((all) => all.map(({ type }) => type))).toEqual([
    ['raised', 'returned', 'superseded'],
    ['raised'],
  ])
})

test('AL19 an alarm passes while the account that has it is being removed', async () => {
  await send({ flow: 12 })
  const { id } = await only()
  const leaving = await site.addAccount({ email: 'leaving@example.org', roles: ['admin'] })
  const lea = await site.clientOf(leaving)
  await lea.post('/api/alarms/assign', { ids: [id], isMine: true })
  const { alarms } = site.data
  await site.sql.transaction().execute(async (transaction) => {
    await transaction.deleteFrom('users').where('id', '=', leaving).execute()
    await send({ flow: 8 })
    await eventually('its end is on its way', async () => (await countWaiting(site.sql)) === 1)
  })
  alarms.releasePerson(leaving)
  await eventually('it has passed', async () => (await only()).phase === 'returned')
  expect((await eventsOf(id)).map(({ type }) => type)).toEqual(['raised', 'assigned', 'returned'])
})

test('AL19 a name that left a comment does not come back with the next step', async () => {
  await send({ flow: 12 })
  const { id } = await only()
  await operator.post('/api/alarms/acknowledge', { ids: [id], comment: 'Lea was asked' })
  const { alarms } = site.data
  const stored = site.sql.selectFrom('alarms').where('id', '=', String(id))
  await site.sql
    .updateTable('alarms')
    .set({ acknowledgement: '▇▇▇ was asked' })
    .where('id', '=', String(id))
    .execute()
  alarms.releasePerson(0)
  await alarms.register.afterwards(async () => undefined)
  await send({ flow: 8 })
  await eventually(
    'it has passed',
    async () => (await stored.select('returned_at').executeTakeFirstOrThrow()).returned_at !== null,
  )
  const { acknowledgement } = await stored.select('acknowledgement').executeTakeFirstOrThrow()
  expect(acknowledgement).toBe('▇▇▇ was asked')
})

test('AL46 a shelf that was asked for before takes no place of one out of service', async () => {
  const { alarm, open, register } = await withAlarm()
  const out = { ...shelfOf(alarm), kind: 'out_of_service' as const, until: null }
  const [, begun] = await Promise.all([
    beginShelves({ open, register }, [out]),
    beginShelves({ open, register }, [shelfOf(alarm)]),
  ])
  expect(begun).toEqual([])
  expect(open.shelfOf(alarm)).toMatchObject({ kind: 'out_of_service', until: null })
  const stored = site.sql.selectFrom('alarm_shelves').select('kind')
  expect(await stored.where('device_id', '=', alarm.deviceId).execute()).toEqual([
    { kind: 'out_of_service' },
  ])
})

test('AL67 a shelf whose end fails does not come back in place of a newer one', async () => {
  const { alarm, open, register, lose } = await withAlarm()
  const [shelf, newer] = [shelfOf(alarm, Date.now() - 60_000), shelfOf(alarm)]
  await beginShelves({ open, register }, [shelf])
  const begun = beginShelves({ open, register }, [newer])
  const between = register.afterwards(async () => lose())
  await expect(endShelf({ open, register }, alarm, null)).rejects.toThrow('terminated')
  expect(open.shelfOf(alarm)?.at).toBe(newer.at)
  await Promise.all([begun, between])
})

test('AL67 what somebody shelves again as its shelf ends stays shelved', async () => {
  await send({ flow: 12 })
  const { id } = await only()
  const shelve = () =>
    operator.post('/api/alarms/shelve', { ids: [id], minutes: 30, reason: 'cleaning' })
  await shelve()
  const { alarms } = site.data
  const alarm = alarms.open.byId(id) ?? expect.unreachable()
  const shelf = alarms.open.shelfOf(alarm) ?? expect.unreachable()
  const stored = () =>
    site.sql.selectFrom('alarm_shelves').selectAll().where('device_id', '=', alarm.deviceId)
  const asked: ReturnType<typeof shelve>[] = []
  await site.sql.transaction().execute(async (transaction) => {
    await transaction.selectFrom('alarm_shelves').selectAll().forUpdate().execute()
    asked.push(shelve())
    await eventually('it is shelved again', async () => (await countWaiting(site.sql)) === 1)
    alarms.open.setShelf({ ...shelf, until: Date.now() })
    alarms.tick()
  })
  const [again] = await Promise.all(asked)
  expect(again?.json().data.done).toEqual([id])
  expect(await active()).toEqual([])
  expect(await stored().execute()).toHaveLength(1)
  expect(alarms.open.shelfOf(alarm)?.until).toBeGreaterThan(Date.now())
})
