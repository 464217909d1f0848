import { randomUUID } from 'node:crypto'
import { sql as query } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { eventually } from '#testing/eventually.ts'
import { mailSink } from '#testing/peers/mail-sink.ts'
import { countWaiting, endWaiting } from '#testing/postgres/databases-store.ts'
import { withHeldAnswers } from '#testing/postgres/held-answers.ts'
import { accountSite, type Person } from '#testing/sites/account-site.ts'
import { exportSite } from '#testing/sites/export-site.ts'
import { scheduleSite } from '#testing/sites/schedule-site.ts'
import { followCalendar } from './follow-calendar.ts'

const sink = await mailSink()
const site = accountSite({
  ...{ SMTP_HOST: '127.0.0.1', SMTP_PORT: String(sink.port), SMTP_ENCRYPTION: 'none' },
  ...{ SMTP_FROM: 'plant@warroom.test', PUBLIC_URL: 'https://warroom.test' },
})
const { addSensor, fill } = exportSite(site)
const { asked, add, find, send, ended, dueAt } = scheduleSite(site)
const path = '/api/export-schedules'
const hourMs = 3_600_000
const today = Date.UTC(2026, 10, 20)
let admin: Person

const later = () => asked({ version: 1, recurrence: { kind: 'daily', at: '20:00' } })

beforeAll(async () => {
  admin = await site.addPerson({ roles: ['admin'] })
  await fill(await addSensor('TANK-1', []), today - 24 * hourMs, 60)
  return () => sink.close()
})

test.each([
  ['is paused', (id: number) => admin.client.post(`${path}/${id}/pause`, { isPaused: true })],
  ['gets other times', (id: number) => admin.client.put(`${path}/${id}`, later())],
])('EX72 a schedule that %s while its times are computed again stays so', async (_, change) => {
  const { id } = await add(admin)
  await dueAt(id, today + 15 * hourMs)
  const { sql, release, count } = withHeldAnswers(site.sql, /from "export_schedules"/)
  const calendar = async () => ({ timezone: 'UTC', siteZone: 'UTC', shifts: [] })
  const following = followCalendar({ sql, now: site.now, calendar }, 'all')
  await eventually('it was read', () => count() === 1)
  expect((await change(id)).statusCode).toBeLessThan(300)
  const changed = await find(admin, id)
  release()
  await following
  expect(await find(admin, id)).toEqual(changed)
})

test('EX72 a report whose begin the database did not take is made when it is back', async () => {
  const schedule = await add(admin, { recipients: ['back@people.test'] })
  await site.sql.transaction().execute(async (transaction) => {
    const lock = query`select pg_advisory_xact_lock(hashtext('exports'), ${admin.id}::integer)`
    await lock.execute(transaction)
    await send(admin, schedule.id)
    await eventually('it is begun', async () => (await countWaiting(site.sql)) === 1)
    expect(await endWaiting(site.sql)).toBe(1)
  })
  await add(admin, { name: 'Wakes the others' })
  expect(await ended(admin, schedule.id)).toMatchObject({ state: 'mailed', failure: null })
  expect(sink.mails.filter(({ to }) => to.includes('back@people.test'))).toHaveLength(1)
})

test('EX92 a run that is due when its schedule is changed is made and sent', async () => {
  const { id } = await add(admin, { recipients: ['before@people.test'] })
  const changing = await site.sql.transaction().execute(async (transaction) => {
    const due = transaction.updateTable('export_schedules').set({ next_at: new Date(today) })
    await due.where('id', '=', id).execute()
    const body = asked({ version: 1, recipients: ['after@people.test'] })
    const changed = admin.client.put(`${path}/${id}`, body)
    // Before the server looks again for what is due.
    await eventually('it waits', async () => (await countWaiting(site.sql)) === 1)
    return { changed }
  })
  expect((await changing.changed).statusCode).toBe(200)
  expect(await ended(admin, id)).toMatchObject({ state: 'mailed', failure: null })
  expect(sink.mails.filter(({ to }) => to.includes('after@people.test'))).toHaveLength(1)
  expect((await find(admin, id))?.nextAt).toBeGreaterThan(site.now)
})

test('EX73 a run that cannot be looked at keeps none of those behind it', async () => {
  const other = await site.addPerson({ roles: ['admin'] })
  const broken = await add(other)
  const run = { id: randomUUID(), schedule_id: broken.id, begun_at: new Date(today) }
  const period = { period_from: new Date(today - 24 * hourMs), period_to: new Date(today) }
  await site.sql
    .insertInto('export_schedule_runs')
    .values({ ...run, ...period })
    .execute()
  // As a newer version may have stored it.
  const definition = JSON.stringify({ format: 'of another version' })
  const ofBroken = site.sql.updateTable('export_schedules').where('id', '=', broken.id)
  await ofBroken.set({ definition, is_paused: true, next_at: null }).execute()
  const schedule = await add(admin, { recipients: ['behind@people.test'] })
  await send(admin, schedule.id)
  expect(await ended(admin, schedule.id)).toMatchObject({ state: 'mailed', failure: null })
})

test('EX74 one that is due and cannot be read keeps back no other, and no list', async () => {
  const broken = await add(admin)
  const next = await add(admin, { recipients: ['due@people.test'] })
  const definition = JSON.stringify({ format: 'of another version' })
  const ofBroken = site.sql.updateTable('export_schedules').where('id', '=', broken.id)
  await ofBroken.set({ definition, next_at: new Date(today - 2 * hourMs) }).execute()
  await dueAt(next.id, today - hourMs)
  await add(await site.addPerson({ roles: ['admin'] }), { name: 'Wakes the others' })
  expect(await ended(admin, next.id)).toMatchObject({ state: 'mailed', failure: null })
  expect(await find(admin, broken.id)).toBeUndefined()
  await site.sql
    .updateTable('export_schedules')
    .set({ definition: JSON.stringify(asked()) })
    .where('id', '=', broken.id)
    .execute()
  const calendar = async () => ({ timezone: 'UTC', siteZone: 'UTC', shifts: [] })
  await followCalendar({ sql: site.sql, now: site.now, calendar }, 'all')
  expect((await find(admin, broken.id))?.nextAt).toBeGreaterThan(site.now)
})

test('EX76 one that cannot be read is listed, and can be said anew or removed', async () => {
  const person = await site.addPerson({ roles: ['admin'] })
  const listed = async () =>
    (await person.client.get('/api/export-schedules')).json().data as {
      schedules: { id: number }[]
      unreadable: { id: number; name: string; version: number }[]
    }
  const [first, second, well] = [await add(person), await add(person), await add(person)]
  const spoil = (id: number, definition: object) =>
    site.sql
      .updateTable('export_schedules')
      .set({ definition: JSON.stringify(definition) })
      .where('id', '=', id)
      .execute()
  await spoil(first.id, { name: 'Morning', format: 'of another version' })
  await spoil(second.id, {})
  const { schedules, unreadable } = await listed()
  expect(schedules.map(({ id }) => id)).toEqual([well.id])
  expect(unreadable).toEqual([
    { id: first.id, name: 'Morning', version: first.version },
    { id: second.id, name: '', version: second.version },
  ])
  const path = (id: number) => `/api/export-schedules/${id}`
  expect((await person.client.post(`${path(first.id)}/send`)).statusCode).toBe(409)
  expect((await person.client.post(`${path(first.id)}/pause`, { isPaused: true })).statusCode).toBe(
    409,
  )
  const anew = { ...asked(), name: 'Anew', version: first.version }
  expect((await person.client.put(path(first.id), anew)).json().data).toMatchObject({
    ...{ id: first.id, name: 'Anew', version: first.version + 1 },
  })
  expect((await person.client.delete(path(second.id))).statusCode).toBe(204)
  const after = await listed()
  expect(after.schedules.map(({ id }) => id).toSorted()).toEqual([first.id, well.id].toSorted())
  expect(after.unreadable).toEqual([])
})

test('EX103 a run that failed for a reason of another version hides no schedule', async () => {
  const person = await site.addPerson({ roles: ['admin'] })
  const [failed, other] = [await add(person), await add(person)]
  const times = { begun_at: new Date(today), ended_at: new Date(today) }
  const period = { period_from: new Date(today - 24 * hourMs), period_to: new Date(today) }
  const outcome = { state: 'failed', failure: 'of another version' }
  await site.sql
    .insertInto('export_schedule_runs')
    .values({ id: randomUUID(), schedule_id: failed.id, ...times, ...period, ...outcome })
    .execute()
  expect((await person.client.get(path)).statusCode).toBe(200)
  expect(await find(person, failed.id)).toMatchObject({
    lastRun: { state: 'failed', failure: 'defect' },
  })
  expect(await find(person, other.id)).toMatchObject({ lastRun: null })
})
