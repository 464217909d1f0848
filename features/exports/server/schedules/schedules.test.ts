import { readFileSync } from 'node:fs'
import { sql as query } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { mailSink } from '#testing/peers/mail-sink.ts'
import { accountSite, type Person } from '#testing/sites/account-site.ts'
import { exportSite } from '#testing/sites/export-site.ts'
import { scheduleSite } from '#testing/sites/schedule-site.ts'

const sink = await mailSink()
const site = accountSite({
  ...{ SMTP_HOST: '127.0.0.1', SMTP_PORT: String(sink.port), SMTP_ENCRYPTION: 'none' },
  ...{ SMTP_FROM: 'plant@warroom.test', PUBLIC_URL: 'https://warroom.test' },
})
const { addSensor, fill, list } = exportSite(site)
const { asked, add, schedulesOf, find, send, ended, dueAt } = scheduleSite(site)
const path = '/api/export-schedules'
const migration = 'migrations/postgres/0054-recurrence-of-schedules.sql'
const dayMs = 86_400_000
const today = Date.UTC(2026, 10, 20)
let admin: Person

beforeAll(async () => {
  admin = await site.addPerson({ roles: ['admin'] })
  await fill(await addSensor('TANK-1', []), today - dayMs, 3_600)
  await addSensor('TANK-2', [[today - 1_000, 12.5]])
  return () => sink.close()
})

const mailsTo = (to: string) => sink.mails.filter((mail) => mail.to.includes(to))
const textOf = (source = '') => {
  const form = /Content-Transfer-Encoding: base64\r\n\r\n([A-Za-z0-9+/=\r\n]+)/
  const [, body = ''] = form.exec(source) ?? []
  return Buffer.from(body, 'base64').toString()
}
const actionsOf = async (id: number): Promise<string[]> => {
  const reply = await admin.client.get(`/api/audit?entity=export-schedule&entityId=${id}`)
  return reply.json().data.map(({ action }: { action: string }) => action)
}

test('EX27 a schedule sends the day before to each recipient, when it is due, once', async () => {
  const to = ['day1@people.test', 'day2@people.test']
  const schedule = await add(admin, { recipients: to })
  expect(schedule).toMatchObject({ nextAt: today + 9 * 3_600_000, lastRun: null, version: 1 })
  site.now = today + 9 * 3_600_000 + 1
  await add(admin, { name: 'Wakes the others' })
  const run = await ended(admin, schedule.id)
  expect(run).toMatchObject({ state: 'mailed', failure: null, from: today - dayMs, to: today })
  expect(run?.deliveries.map(({ state }) => state)).toEqual(['sent', 'sent'])
  const mails = to.flatMap(mailsTo)
  expect(mails).toHaveLength(2)
  const [mail] = mails
  expect(textOf(mail?.source)).toContain('Файл во вложении')
  expect(textOf(mail?.source)).toContain('https://warroom.test/warroomCharts/export-excel')
  expect(mail?.source).toMatch(/Content-Disposition: attachment/)
  expect(await find(admin, schedule.id)).toMatchObject({ nextAt: today + 33 * 3_600_000 })
  await expect
    .poll(() => actionsOf(schedule.id))
    .toEqual([...['export-schedule.mailed', 'export-schedule.add']])
})

test('EX28 what was missed in an outage is sent once, of the last whole day', async () => {
  const schedule = await add(admin, { recipients: ['outage@people.test'] })
  await dueAt(schedule.id, site.now - 3 * dayMs)
  await add(admin, { name: 'Wakes the others' })
  expect(await ended(admin, schedule.id)).toMatchObject({
    ...{ state: 'mailed', from: today - dayMs, to: today },
  })
  expect(mailsTo('outage@people.test')).toHaveLength(1)
  expect(await find(admin, schedule.id)).toMatchObject({ nextAt: today + 33 * 3_600_000 })
})

test('EX28 a run that was begun when the server ended goes on', async () => {
  const schedule = await add(admin, { recipients: ['killed@people.test'] })
  await send(admin, schedule.id)
  await ended(admin, schedule.id)
  // As if the server had ended before it recorded that the mails are written, and after it.
  const [run] = await site.sql
    .updateTable('export_schedule_runs')
    .set({ state: 'making', ended_at: null, asked_at: null })
    .where('schedule_id', '=', schedule.id)
    .returning('id')
    .execute()
  await site.sql
    .deleteFrom('exports')
    .where('id', '=', run?.id ?? '')
    .execute()
  await add(admin, { name: 'Wakes the others' })
  await ended(admin, schedule.id)
  const made = (await list(admin)).filter(({ id }) => id === run?.id)
  expect(made).toMatchObject([{ state: 'done' }])
  expect(mailsTo('killed@people.test')).toHaveLength(2)
})

test('EX30 recipients with an account and the rights have the file, and nobody else', async () => {
  const [open, closed, other] = await Promise.all(
    ['basic', 'basic', 'admin'].map((role) => site.addPerson({ roles: [role] })),
  )
  if (!open || !closed || !other) throw new Error('they were added')
  await admin.client.put('/api/devices/TANK-1/bindings', {
    ...{ email: open.email, relation: 'sub-user', contractStart: null, contractEnd: null },
  })
  const recipients = [open.email.toUpperCase(), closed.email]
  const schedule = await add(admin, { recipients })
  await send(admin, schedule.id)
  await ended(admin, schedule.id)
  const [job] = await list(open)
  expect(job).toMatchObject({ state: 'done', isOpen: true, sentBy: expect.any(String) })
  const file = (person: Person) => person.client.get(`/api/exports/${job?.id}/file`)
  expect((await file(open)).statusCode).toBe(200)
  expect((await open.client.delete(`/api/exports/${job?.id}`)).statusCode).toBe(404)
  for (const each of [closed, other]) {
    expect(await list(each)).toEqual([])
    expect((await file(each)).statusCode).toBe(404)
  }
  expect((await list(admin)).find(({ id }) => id === job?.id)?.sentBy).toBeNull()
})

test('EX27 who lost the right, or is locked, gets nothing; the schedule shows why', async () => {
  const lost = await site.addPerson({ roles: ['basic'] })
  await admin.client.put('/api/devices/TANK-2/bindings', {
    ...{ email: lost.email, relation: 'sub-user', contractStart: null, contractEnd: null },
  })
  const sensors = [{ thing: 'TANK-2', sensor: 'level' }]
  const recipients = ['lost@people.test']
  const schedule = await add(lost, { sensors, recipients })
  await admin.client.delete(`/api/devices/TANK-2/bindings/${lost.id}`)
  await send(lost, schedule.id)
  expect(await ended(lost, schedule.id)).toMatchObject({ state: 'failed', failure: 'access' })
  await site.sql.updateTable('users').set({ disabled: true }).where('id', '=', lost.id).execute()
  await dueAt(schedule.id, site.now)
  await add(admin, { name: 'Wakes the others' })
  const failures = () =>
    site.sql
      .selectFrom('export_schedule_runs')
      .select('failure')
      .where('schedule_id', '=', schedule.id)
      .where('failure', '=', 'rights')
      .execute()
  await expect.poll(failures, { timeout: 20_000 }).toHaveLength(1)
  expect(mailsTo('lost@people.test')).toEqual([])
})

test('EX27 the report of a shift goes by mail as a PDF, for those who may make one', async () => {
  const ofDay = { format: 'pdf', language: 'en', recipients: ['report@people.test'] }
  const shifts = ['00:00', '12:00'].map((start) => ({ name: `From ${start}`, start }))
  await admin.client.put('/api/shifts', { shifts })
  const schedule = await add(admin, { ...ofDay, recurrence: { kind: 'shift' }, paper: 'Letter' })
  await send(admin, schedule.id)
  const run = await ended(admin, schedule.id)
  await admin.client.put('/api/shifts', { shifts: [] })
  expect(run).toMatchObject({ state: 'mailed', failure: null })
  const made = (await list(admin)).find(({ from, kind }) => kind === 'report' && from === run?.from)
  expect(made).toMatchObject({ state: 'done', format: 'pdf', to: run?.to, timezone: 'UTC' })
  expect(shifts.map(({ name }) => name)).toContain(made?.shift)
  expect(mailsTo('report@people.test')[0]?.source).toContain('application/pdf')

  const sensors = [{ thing: 'TANK-2', sensor: 'level' }]
  const many = Array.from({ length: 51 }, (_, at) => ({ thing: 'TANK-1', sensor: `s${at}` }))
  const refused = await admin.client.post(path, asked({ ...ofDay, sensors: many }))
  expect(refused.json().reasons).toMatchObject({ sensors: [{ code: 'too_many' }] })
  const plain = await site.addPerson({ roles: ['basic'] })
  await admin.client.put('/api/devices/TANK-2/bindings', {
    ...{ email: plain.email, relation: 'sub-user', contractStart: null, contractEnd: null },
  })
  const forbidden = await plain.client.post(path, asked({ ...ofDay, sensors }))
  expect(forbidden.statusCode).toBe(403)
  expect((await plain.client.post(path, asked({ sensors }))).statusCode).toBe(200)
})

test('EX31 the handover of a shift goes by mail, of what its owner may see', async () => {
  const ofShift = { format: 'handover', language: 'en', recurrence: { kind: 'shift' }, sensors: [] }
  const recipients = ['handover@people.test', admin.email]
  const plain = await site.addPerson({ roles: ['basic'] })
  const refused = async (more: object) =>
    (await plain.client.post(path, asked({ ...ofShift, ...more }))).json().reasons
  expect(await refused({})).toMatchObject({ recurrence: [{ code: 'no_shifts' }] })
  const shifts = ['00:00', '12:00'].map((start) => ({ name: `From ${start}`, start }))
  await admin.client.put('/api/shifts', { shifts })
  const daily = { recurrence: { kind: 'daily', at: '09:00' } }
  expect(await refused(daily)).toMatchObject({ recurrence: [{ code: 'not_accepted' }] })
  expect(await refused({ ...daily, format: 'csv' })).toMatchObject({
    sensors: [{ code: 'too_few' }],
  })
  const schedule = await add(plain, { ...ofShift, recipients })
  await send(plain, schedule.id)
  const run = await ended(plain, schedule.id)
  await admin.client.put('/api/shifts', { shifts: [] })
  expect(run).toMatchObject({ state: 'mailed', failure: null })
  const [made] = await list(plain)
  expect(made).toMatchObject({ kind: 'handover', format: 'pdf', from: run?.from, to: run?.to })
  expect(made?.fileName).toMatch(/^Handover of From (00_00|12_00) [-0-9]+\.pdf$/)
  const [mail] = mailsTo('handover@people.test')
  expect(mail?.source).toContain('application/pdf')
  expect(textOf(mail?.source)).not.toMatch(/sensor/)
  const file = (person: Person) => person.client.get(`/api/exports/${made?.id}/file`)
  expect((await file(plain)).rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
  // It is of all that its owner may see, so that the mail alone brings it to others.
  expect((await file(admin)).statusCode).toBe(404)
})

test('EX42 a handover is closed to its owner with the first device that is closed', async () => {
  const shifts = ['00:00', '12:00'].map((start) => ({ name: `From ${start}`, start }))
  // Those before have asked for as much as one address may in a minute.
  const leading = await site.clientOf(admin.id, '192.0.2.8')
  await leading.put('/api/shifts', { shifts })
  const account = await site.addPerson({ roles: ['basic'] })
  const leaver = { ...account, client: await site.clientOf(account.id, '192.0.2.9') }
  const bindings = '/api/devices/TANK-2/bindings'
  const days = { contractStart: null, contractEnd: null }
  await leading.put(bindings, { email: leaver.email, relation: 'sub-user', ...days })
  const ofShift = { format: 'handover', recurrence: { kind: 'shift' }, sensors: [] }
  const schedule = await add(leaver, { ...ofShift, recipients: ['leaver@people.test'] })
  await send(leaver, schedule.id)
  expect(await ended(leaver, schedule.id)).toMatchObject({ state: 'mailed' })
  const made = async () => (await list(leaver))[0]
  const { id = '' } = (await made()) ?? {}
  const status = async () => (await leaver.client.get(`/api/exports/${id}/file`)).statusCode
  expect([await status(), (await made())?.isOpen]).toEqual([200, true])
  expect((await leading.delete(`${bindings}/${leaver.id}`)).statusCode).toBe(204)
  expect([await status(), (await made())?.isOpen]).toEqual([403, false])
  await leading.put('/api/shifts', { shifts: [] })
})

test('EX29 a paused schedule waits until it goes on', async () => {
  const { id } = await add(admin, { recipients: ['paused@people.test'] })
  expect((await admin.client.post(`${path}/${id}/pause`, { isPaused: true })).statusCode).toBe(204)
  expect(await find(admin, id)).toMatchObject({ isPaused: true, nextAt: null })
  await admin.client.post(`${path}/${id}/pause`, { isPaused: false })
  expect(await find(admin, id)).toMatchObject({ isPaused: false, nextAt: today + 33 * 3_600_000 })
})

test('EX29 what somebody else changed is not overwritten; of others nothing is found', async () => {
  const { id } = await add(admin)
  const change = (version: number) =>
    admin.client.put(`${path}/${id}`, asked({ version, name: 'B' }))
  expect((await change(1)).json()).toMatchObject({ data: { version: 2, name: 'B' } })
  expect((await change(1)).json().reasons).toMatchObject({
    version: [{ code: 'changed_meanwhile' }],
  })
  const other = await site.addPerson({ roles: ['admin'] })
  expect(await schedulesOf(other)).toEqual([])
  const attempts = [
    other.client.put(`${path}/${id}`, asked({ version: 2 })),
    other.client.delete(`${path}/${id}`),
    other.client.post(`${path}/${id}/pause`, { isPaused: true }),
    send(other, id),
  ]
  for (const each of await Promise.all(attempts)) expect(each.statusCode).toBe(404)
  expect((await admin.client.delete(`${path}/${id}`)).statusCode).toBe(204)
  expect(await find(admin, id)).toBeUndefined()
})

test.each([
  [{ recipients: ['nobody'] }, 'recipients.0', 'email'],
  [{ recipients: ['a@b.test', 'A@b.test'] }, 'recipients', 'repeated'],
  [{ recurrence: { kind: 'daily', at: '24:00' } }, 'recurrence.at', 'time_of_day'],
  [{ recurrence: { kind: 'shift' } }, 'recurrence', 'no_shifts'],
  [{ timezone: 'Mars/Base' }, 'timezone', 'unknown_zone'],
  [{ sensors: [{ thing: 'NOWHERE', sensor: 'level' }] }, 'sensors.0', 'unknown_sensor'],
])('EX29 %j is refused with its reason', async (more, field, code) => {
  const reply = await admin.client.post(path, asked(more))
  expect(reply.json()).toMatchObject({ reasons: { [field]: [{ code }] } })
})

test('EX34 a clock that is set back repeats nothing that was sent, and keeps nothing', async () => {
  await site.sql.deleteFrom('export_schedules').execute()
  const shifts = ['00:00', '12:00'].map((start) => ({ name: `From ${start}`, start }))
  await admin.client.put('/api/shifts', { shifts })
  const hourMs = 3_600_000
  const noon = Math.floor(site.now / dayMs) * dayMs + dayMs / 2
  site.now = noon - 2 * hourMs
  const daily = await add(admin, { recurrence: { kind: 'daily', at: '11:00' } })
  const shift = await add(admin, { recurrence: { kind: 'shift' } })
  const nextOf = async () =>
    Promise.all([daily, shift].map(async ({ id }) => (await find(admin, id))?.nextAt))
  expect(await nextOf()).toEqual([noon - hourMs, noon])
  site.now = noon + 1
  await add(admin, { name: 'Wakes the others' })
  for (const { id } of [daily, shift]) await ended(admin, id)
  const afterwards = [noon + dayMs - hourMs, noon + dayMs / 2]
  expect(await nextOf()).toEqual(afterwards)
  const setBack = () =>
    site.bus.emit('clockSetBack', { byMs: 1.5 * hourMs, now: site.now, withinMs: 1_000 })
  const runs = () => site.sql.selectFrom('export_schedule_runs').select('id').execute()
  // Both moments come again.
  site.now -= 1.5 * hourMs
  setBack()
  const later = await add(admin, { recurrence: { kind: 'weekly', weekday: 1, at: '11:00' } })
  site.now += 1.5 * hourMs
  await add(admin, { name: 'Wakes the others' })
  await expect.poll(nextOf).toEqual(afterwards)
  expect(await runs()).toHaveLength(2)
  // Recorded by a clock that was a month ahead.
  for (const { id } of [daily, shift, later]) await dueAt(id, noon + 30 * dayMs)
  setBack()
  await expect.poll(nextOf).toEqual(afterwards)
  expect((await find(admin, later.id))?.nextAt).toBe(later.nextAt)
  await admin.client.put('/api/shifts', { shifts: [] })
})

test('EX27 a schedule that was stored by a former version keeps its recurrence', async () => {
  const weekly = { kind: 'weekly', weekday: 3, at: '10:00' }
  // Those before have asked for as much as one address may in a minute.
  const elsewhere = { ...admin, client: await site.clientOf(admin.id, '192.0.2.7') }
  const { id } = await add(elsewhere, { recurrence: weekly })
  await query`update export_schedules set definition =
    (definition - 'recurrence') || jsonb_build_object('rhythm', definition->'recurrence')
    where id = ${id}`.execute(site.sql)
  await query.raw(readFileSync(migration, 'utf8')).execute(site.sql)
  expect(await find(admin, id)).toMatchObject({ recurrence: weekly })
})
