import { sql as query } from 'kysely'
import { beforeAll, expect, test, vi } from 'vitest'
import { Downloads } from '#kit/server/http/replies/downloads.ts'
import { eventually } from '#testing/eventually.ts'
import { bindPerson } from '#testing/postgres/devices-store.ts'
import type { Person } from '#testing/sites/account-site.ts'
import { exportSite } from '#testing/sites/export-site.ts'
import { site } from '#testing/sites/shared-account-site.ts'

const { addSensor, fill, request, create, list, find, ended } = exportSite(site)
const base = Date.UTC(2026, 9, 31, 12)
/** What the screen says in its texts (`list.kept`). */
const maximumKept = 100
let renamed: number

beforeAll(async () => {
  await addSensor('KEPT', [[base, 12.5]])
  renamed = await addSensor('RENAMED', [[base, 12.5]])
  await fill(await addSensor('SLOW', []), base, 250_000)
})

const made = async (person: Person) => {
  site.now += 1_000
  const reply = await create(person, request(['KEPT'], { format: 'csv' }))
  return (await ended(person, reply.json().data.id)).id
}

/** Adds exports that were made before this one and differ from it in nothing else. */
const addOlder = (id: string, count: number) =>
  query`
    insert into exports (id, owner_id, kind, request, state, readings, rows, bytes, created_at,
      ended_at, expires_at)
    select gen_random_uuid(), owner_id, kind, request, state, readings, rows, bytes,
      created_at - each * interval '1 second', ended_at, expires_at
    from exports, generate_series(1, ${count}::integer) as each where id = ${id}`.execute(site.sql)

test('EX70 every export of a day can be had, up to as many as the screen says', async () => {
  const person = await site.addPerson({ roles: ['admin'] })
  const first = await made(person)
  await addOlder(first, maximumKept - 2)
  const second = await made(person)
  expect(await list(person)).toHaveLength(maximumKept)
  expect((await person.client.get(`/api/exports/${first}/file`)).statusCode).toBe(200)
  const before = (await list(person)).map(({ id }) => id)
  const third = await made(person)
  // One more: the oldest goes.
  expect((await list(person)).map(({ id }) => id)).toEqual([third, ...before.slice(0, -1)])
  expect(before).toContain(second)
})

test('EX71 a file is called as the sensor was when it was made, as it is in the file', async () => {
  const person = await site.addPerson({ roles: ['admin'] })
  const running = (await create(person, request(['SLOW']))).json().data.id
  const waiting = (await create(person, request(['RENAMED'], { format: 'csv' }))).json().data
  expect(waiting).toMatchObject({ state: 'waiting', fileName: expect.stringContaining('level') })
  await query`update sensors set alias = 'Feed' where id = ${renamed}`.execute(site.sql)
  const { catalogue } = site.application.data
  await eventually('it is called so', () => catalogue.sensor(renamed)?.alias === 'Feed')
  await person.client.post(`/api/exports/${running}/cancel`)
  const name = 'RENAMED · Feed 2026-01-01 2027-12-31.csv'
  expect(await ended(person, waiting.id)).toMatchObject({
    ...{ state: 'done', fileName: name, firstSensor: { device: 'RENAMED', alias: 'Feed' } },
  })
  // Renamed once more it is called as it says inside.
  await query`update sensors set alias = 'Return' where id = ${renamed}`.execute(site.sql)
  await eventually('it is called so', () => catalogue.sensor(renamed)?.alias === 'Return')
  expect(await find(person, waiting.id)).toMatchObject({ fileName: name })
  const reply = await person.client.get(`/api/exports/${waiting.id}/file`)
  expect(reply.headers['content-disposition']).toContain('Feed')
  expect(reply.body).toContain('Feed')
})

test('EX111 an export of a role is made under the new name of that role', async () => {
  const admin = await site.addPerson({ roles: ['admin'] })
  const role = { name: 'Watch', permissions: ['view menu warroom'] }
  const { version } = (await admin.client.post('/api/roles', role)).json().data
  const person = await site.addPerson({ roles: ['Watch'] })
  for (const lesiId of ['SLOW', 'KEPT']) {
    await bindPerson(site.sql, lesiId, person.id)
    await eventually('it is bound', async () => {
      const { statusCode } = await person.client.get(`/api/scada/sensor/config/${lesiId}`)
      return statusCode === 200
    })
  }
  const running = (await create(person, request(['SLOW']))).json().data.id
  const waiting = (await create(person, request(['KEPT'], { format: 'csv' }))).json().data
  expect(waiting).toMatchObject({ state: 'waiting' })
  await admin.client.put('/api/roles/Watch', { name: 'Guard', version })
  await person.client.post(`/api/exports/${running}/cancel`)
  expect(await ended(person, waiting.id)).toMatchObject({ state: 'done', failure: null })
})

test('EX93 a file that is removed while its download waits for others is not there', async () => {
  const person = await site.addPerson({ roles: ['admin'] })
  const id = await made(person)
  const file = `/api/exports/${id}/file`
  const begin = vi.spyOn(Downloads.prototype, 'begin').mockImplementationOnce(async () => {
    expect((await person.client.delete(`/api/exports/${id}`)).statusCode).toBe(204)
  })
  expect((await person.client.get(file)).statusCode).toBe(404)
  begin.mockRestore()
})

test('EX102 an export of another version hides no other, and keeps none waiting', async () => {
  const person = await site.addPerson({ roles: ['admin'] })
  const id = await made(person)
  await addOlder(id, 2)
  const others = (await list(person)).filter((each) => each.id !== id)
  const [newer = '', waiting = ''] = others.map((each) => each.id)
  const unread = { request: JSON.stringify({ kind: 'hologram' }) }
  await site.sql.updateTable('exports').set(unread).where('id', '=', newer).execute()
  await site.sql
    .updateTable('exports')
    .set({ ...unread, state: 'waiting', ended_at: null, expires_at: null })
    .where('id', '=', waiting)
    .execute()
  expect((await list(person)).map((each) => each.id)).toEqual([id])
  for (const other of [newer, waiting]) {
    const reply = await person.client.get(`/api/exports/${other}/file`)
    expect(reply.statusCode).toBe(404)
  }
  const next = await made(person)
  expect((await list(person)).map((each) => each.id)).toEqual([next, id])
  const stored = await site.sql
    .selectFrom('exports')
    .select(['state', 'failure', 'attempts'])
    .where('id', '=', waiting)
    .executeTakeFirst()
  expect(stored).toEqual({ state: 'failed', failure: 'defect', attempts: 1 })
})
