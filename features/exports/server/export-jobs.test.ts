import { randomUUID } from 'node:crypto'
import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { productOrigin } from '#kit/server/audit.ts'
import { eventually } from '#testing/eventually.ts'
import { withLostAnswers } from '#testing/postgres/lost-answers.ts'
import { accountSite, type Person } from '#testing/sites/account-site.ts'
import { exportSite } from '#testing/sites/export-site.ts'
import { otherExportJobs, writers } from '#testing/sites/other-export-jobs.ts'

const site = accountSite()
const { addSensor, fill, request, create, list, find, ended } = exportSite(site)
const { jobsOf, leaveToOthers, sqlOfOthers } = otherExportJobs(site)
const base = Date.UTC(2026, 9, 31, 12)
/** So many that making the file takes longer than looking at it. */
const many = 250_000
let admin: Person

beforeAll(async () => {
  admin = await site.addPerson({ roles: ['admin'] })
  await fill(await addSensor('MANY', []), base, many)
  await addSensor('FEW', [[base, 12.5]])
})

const idOf = async (person: Person, asked: object): Promise<string> =>
  (await create(person, asked)).json().data.id
const bind = (email: string, lesiId: string) =>
  admin.client.put(`/api/devices/${lesiId}/bindings`, {
    ...{ email, relation: 'sub-user', contractStart: null, contractEnd: null },
  })
const statusOf = async ({ client }: Person, id: string) =>
  (await client.get(`/api/exports/${id}/file`)).statusCode

test('EX10 an export shows how far it is, and its file once it is done', async () => {
  const id = await idOf(admin, request(['MANY']))
  expect(await statusOf(admin, id)).toBe(404)
  const seen = new Set<number>()
  await eventually('the export is done', async () => {
    const job = await find(admin, id)
    seen.add(job?.readingsDone ?? 0)
    return job?.state === 'done'
  })
  expect(seen.size).toBeGreaterThan(2)
  const job = await find(admin, id)
  expect(job).toMatchObject({
    ...{ readingsDone: many, readingsInAll: many, rows: many, isOpen: true },
    ...{ fileName: 'MANY · level 2026-01-01 2027-12-31.xlsx', expiresAt: site.now + 86_400_000 },
  })
  const reply = await admin.client.get(`/api/exports/${id}/file`)
  expect(reply.rawPayload).toHaveLength(job?.bytes ?? 0)
  expect(reply.headers).toMatchObject({
    'content-type': expect.stringContaining('spreadsheetml'),
    'content-disposition':
      'attachment; filename="MANY _ level 2026-01-01 2027-12-31.xlsx"; ' +
      "filename*=UTF-8''MANY%20%C2%B7%20level%202026-01-01%202027-12-31.xlsx",
    'cache-control': 'no-store',
  })
})

test('EX11 who cancels ends the question and the process, and no file is left', async () => {
  const id = await idOf(admin, request(['MANY']))
  await eventually('it runs', async () => ((await find(admin, id))?.readingsDone ?? 0) > 0)
  expect(writers()).toHaveLength(1)
  expect((await admin.client.post(`/api/exports/${id}/cancel`)).statusCode).toBe(204)
  expect(writers()).toEqual([])
  expect(await find(admin, id)).toMatchObject({ state: 'cancelled', bytes: null })
  expect(await statusOf(admin, id)).toBe(404)
  const again = await admin.client.post(`/api/exports/${id}/cancel`)
  expect(again.json()).toMatchObject({ error: 'conflict' })
  // The product has work of its own there, which ends by itself.
  const questions = () =>
    site.application.telemetry.rows(
      `SELECT query FROM system.processes WHERE query LIKE '%numeric_readings%'
         AND query NOT LIKE '%system.processes%'`,
    )
  await expect.poll(questions).toEqual([])
})

test('EX12 what a server left half done is begun again, three times at most', async () => {
  const person = await site.addPerson({ roles: ['admin'] })
  const first = await idOf(person, request(['MANY']))
  await eventually('it runs', async () => ((await find(person, first))?.readingsDone ?? 0) > 0)
  await person.client.post(`/api/exports/${first}/cancel`)
  await leaveToOthers(first)
  const leave = (attempts: number) =>
    site.sql
      .updateTable('exports')
      .set({ state: 'running', attempts, ended_at: null })
      .where('id', '=', first)
      .execute()
  await leave(1)
  const next = jobsOf()
  writeFileSync(join(next.directory, `${first}.part`), 'half of it')
  writeFileSync(join(next.directory, 'of nobody'), '')
  await next.jobs.open()
  await ended(person, first)
  expect(await next.jobs.find(person.id, first)).toMatchObject({ state: 'done', rows: many })
  await next.jobs.close()
  expect(readdirSync(next.directory)).toEqual([first])
  await leave(3)
  const last = jobsOf()
  await last.jobs.open()
  expect(await find(person, first)).toMatchObject({ state: 'failed', failure: 'interrupted' })
  await last.jobs.close()
})

test('EX35 the database may be away whenever an export begins or ends', async () => {
  const person = await site.addPerson({ roles: ['admin'] })
  const first = await idOf(person, request(['FEW']))
  await ended(person, first)
  await leaveToOthers(first)
  await site.sql
    .updateTable('exports')
    .set({ state: 'running', attempts: 0, ended_at: null })
    .where('id', '=', first)
    .execute()
  // The answers to its begin and to its end are lost.
  const lossy = withLostAnswers(sqlOfOthers(), /^\s*update exports/, /"rows" = /)
  const { jobs, directory } = jobsOf({ sql: lossy })
  const left = () => jobs.sweep().catch(() => undefined)
  await jobs.open().catch(() => undefined)
  await eventually('it is done', async () => {
    await left()
    return (await jobs.find(person.id, first))?.state === 'done'
  })
  // The server ends before the database was asked again, and while it looks for the next export.
  await jobs.sweep().then(() => jobs.close())
  const job = await jobs.find(person.id, first)
  expect(job).toMatchObject({ rows: 1, failure: null })
  expect(readdirSync(directory)).toEqual([first])
  expect(statSync(join(directory, first)).size).toBe(job?.bytes)
})

test('EX12 a server that stops leaves no process and no half of a file', async () => {
  const person = await site.addPerson({ roles: ['admin'] })
  const id = await idOf(person, request(['MANY']))
  await eventually('it runs', async () => ((await find(person, id))?.readingsDone ?? 0) > 0)
  await person.client.post(`/api/exports/${id}/cancel`)
  await leaveToOthers(id)
  const { jobs, directory } = jobsOf()
  await jobs.open()
  await site.sql
    .updateTable('exports')
    .set({ state: 'waiting', ended_at: null })
    .where('id', '=', id)
    .execute()
  await jobs.sweep()
  await eventually('it runs', () => jobs.readingsOf(id) > 0)
  await jobs.close()
  expect(readdirSync(directory)).toEqual([])
  expect((await find(person, id))?.state).toBe('running')
  await person.client.post(`/api/exports/${id}/cancel`)
})

test('EX13 a device that is unbound takes its files with it', async () => {
  const person = await site.addPerson({ roles: ['basic'] })
  await bind(person.email, 'FEW')
  const id = await idOf(person, request(['FEW']))
  expect(await ended(person, id)).toMatchObject({ state: 'done', isOpen: true })
  expect(await statusOf(person, id)).toBe(200)
  expect(await statusOf(admin, id)).toBe(404)
  await admin.client.delete(`/api/devices/FEW/bindings/${person.id}`)
  await eventually('it is closed', async () => (await find(person, id))?.isOpen === false)
  expect(await statusOf(person, id)).toBe(403)
})

test('EX13 an export that waits while its device is unbound is not made', async () => {
  const person = await site.addPerson({ roles: ['basic'] })
  await bind(person.email, 'MANY')
  await bind(person.email, 'FEW')
  const first = await idOf(person, request(['MANY']))
  const waiting = await idOf(person, request(['FEW']))
  await admin.client.delete(`/api/devices/FEW/bindings/${person.id}`)
  await eventually('it is closed', async () => (await find(person, waiting))?.isOpen === false)
  await person.client.post(`/api/exports/${first}/cancel`)
  expect(await ended(person, waiting)).toMatchObject({ state: 'failed', failure: 'access' })
})

test('EX14 a person has three exports under way, also when they ask at once', async () => {
  const person = await site.addPerson({ roles: ['admin'] })
  const atOnce = Array.from({ length: 10 }, () => create(person, request(['MANY'])))
  const replies = await Promise.all(atOnce)
  expect(replies.filter(({ statusCode }) => statusCode === 200)).toHaveLength(3)
  expect(replies.find(({ statusCode }) => statusCode === 422)?.json().reasons).toEqual({
    kind: [{ code: 'exports_under_way', parameters: { maximum: 3 } }],
  })
  expect((await list(person)).filter(({ state }) => state === 'running')).toHaveLength(1)
  for (const { id } of await list(person)) await person.client.delete(`/api/exports/${id}`)
  expect(await list(person)).toEqual([])
})

test('EX15 a file that grows too large is given up', async () => {
  const person = await site.addPerson({ roles: ['admin'] })
  const id = await idOf(person, request(['MANY']))
  await person.client.post(`/api/exports/${id}/cancel`)
  await leaveToOthers(id)
  await site.sql
    .updateTable('exports')
    .set({ state: 'waiting', ended_at: null })
    .where('id', '=', id)
    .execute()
  const { jobs, directory } = jobsOf({ limits: { fileBytes: 100_000, totalBytes: 1 } })
  await jobs.open()
  expect(await ended(person, id)).toMatchObject({ state: 'failed', failure: 'too_large' })
  await jobs.close()
  expect(readdirSync(directory)).toEqual([])
})

test('EX15 files go after a day, and the oldest while all of them are too large', async () => {
  const person = await site.addPerson({ roles: ['admin'] })
  const ids: string[] = []
  for (let count = 0; count < 2; count++) {
    const id = await idOf(person, request(['FEW']))
    await ended(person, id)
    ids.push(id)
    site.now += 1_000
  }
  const [oldest = '', newest = ''] = ids
  const bytes = (await find(person, newest))?.bytes ?? 0
  const small = jobsOf({ limits: { fileBytes: 1_000_000, totalBytes: bytes } })
  for (const id of ids) writeFileSync(join(small.directory, id), '')
  await small.jobs.open()
  expect((await list(person)).map(({ id }) => id)).toEqual([newest])
  expect(existsSync(join(small.directory, oldest))).toBe(false)
  site.now += 86_400_000
  const later = { ...person, client: await site.clientOf(person.id) }
  expect(await statusOf(later, newest)).toBe(404)
  await small.jobs.sweep()
  expect(await list(later)).toEqual([])
  await small.jobs.close()
  expect(readdirSync(small.directory)).toEqual([])
})

test('EX16 each export leaves an entry of the audit with what was exported', async () => {
  const person = await site.addPerson({ roles: ['admin'] })
  const id = await idOf(person, request(['FEW'], { step: '1-hour' }))
  await ended(person, id)
  await person.client.delete(`/api/exports/${id}`)
  const entries = await site.sql
    .selectFrom('audit_entries')
    .selectAll()
    .where('entity_id', '=', id)
    .orderBy('id')
    .execute()
  expect(entries.map(({ action }) => action)).toEqual(['export.create', 'export.remove'])
  expect(entries[0]).toMatchObject({
    ...{ actor_id: person.id, entity: 'export', entity_name: 'FEW · level' },
    after: { kind: 'readings', format: 'xlsx', step: '1-hour', timezone: 'UTC' },
  })
})

test('EX15 the files of an account that is removed go too', async () => {
  const person = await site.addPerson({ roles: ['admin'] })
  const id = await idOf(person, request(['FEW']))
  await ended(person, id)
  const { jobs, directory } = jobsOf()
  await jobs.open()
  writeFileSync(join(directory, id), '')
  await jobs.sweep()
  expect(readdirSync(directory)).toEqual([id])
  await site.sql.deleteFrom('exports').where('id', '=', id).execute()
  await jobs.sweep()
  await jobs.close()
  expect(readdirSync(directory)).toEqual([])
})

test('EX75 an export that is stored is made, whatever becomes of old ones', async () => {
  const person = await site.addPerson({ roles: ['admin'] })
  const first = await idOf(person, request(['FEW']))
  await ended(person, first)
  const sql = withLostAnswers(sqlOfOthers(), /from "exports" where "owner_id" = \$1 order by/)
  const { jobs } = jobsOf({ sql })
  await jobs.open()
  const id = randomUUID()
  await leaveToOthers(id)
  const stored = (await jobs.find(person.id, first)) ?? expect.unreachable()
  const asked = { ownerId: person.id, request: stored.request, readings: 1 }
  await jobs.create({ ...asked, id, origin: productOrigin(), name: 'FEW' })
  await eventually('it is made', async () => (await jobs.find(person.id, id))?.state === 'done')
  await jobs.close()
})
