import { existsSync } from 'node:fs'
import { pino } from 'pino'
import { beforeAll, expect, test } from 'vitest'
import { accounts } from '#features/accounts/server/users/accounts.ts'
import { productOrigin } from '#kit/server/audit.ts'
import type { Caller } from '#kit/server/caller.ts'
import type { Sql } from '#kit/server/postgres/sql.ts'
import { recordAudit } from '#testing/audit.ts'
import { eventually } from '#testing/eventually.ts'
import { withHeldAnswers } from '#testing/postgres/held-answers.ts'
import { bindPerson } from '#testing/postgres/devices-store.ts'
import type { Person } from '#testing/sites/account-site.ts'
import { exportSite } from '#testing/sites/export-site.ts'
import { wide } from '#testing/sites/import-site.ts'
import { site } from '#testing/sites/shared-account-site.ts'
import { temporaryDirectory } from '#testing/temporary-directory.ts'
import { ImportJobs } from './jobs/import-jobs.ts'
import { writePlan } from './jobs/progress-store.ts'
import { Uploads } from './jobs/uploads.ts'

const { addSensor } = exportSite(site)
const rows = 'time,level\n2026-10-31T00:00:00Z,1\n2026-10-31T00:00:01Z,2\n'
let admin: Person

beforeAll(async () => void (admin = await site.addPerson({ roles: ['admin'] })))

/**
 * Imports of a server of their own, of which the answers to beginnings are held as long as `begins`
 * says so, storing waits for `stored`, and `looked` is called when rows have been looked at.
 */
function startJobs(
  stored: Promise<void> = Promise.resolve(),
  looked: () => Promise<unknown> = () => Promise.resolve(),
  owner: { readonly id: number; readonly roles: readonly string[] } = {
    ...{ id: admin.id, roles: ['admin'] },
  },
) {
  const { data, telemetry } = site.application
  const begins = { areHeld: false }
  const held = withHeldAnswers(site.sql, /imports set state = 'running'/, () => begins.areHeld)
  const commits = { answered: Promise.resolve() }
  const services = {
    ...{ sql: committing(held.sql, commits), accounts, catalogue: data.catalogue, telemetry },
    directory: temporaryDirectory(),
    ...{ clock: () => site.now, audit: recordAudit, log: pino({ level: 'silent' }) },
    late: {
      classify: async (...asked: Parameters<typeof data.late.classify>) => {
        const flags = await data.late.classify(...asked)
        await looked()
        return flags
      },
      store: async (...asked: Parameters<typeof data.late.store>) => {
        await stored
        return data.late.store(...asked)
      },
    },
  }
  const jobs = new ImportJobs(services)
  const uploads = new Uploads(services, jobs.files)
  const caller = {
    ...{ userId: owner.id, roles: owner.roles, permissions: [], sessionId: 'x' },
  } satisfies Caller
  const find = async (id: string) => {
    const found = await jobs.find(owner.id, id)
    if (!found) throw new Error('the import is gone')
    return found
  }
  const state = async (id: string) => (await jobs.find(owner.id, id))?.state
  /** A file for this device, which has been checked; its id. */
  const checked = async (thing: string) => {
    const bytes = Buffer.from(rows)
    const file = { fileName: 'a.csv', bytes: bytes.length }
    const created = await uploads.create(caller, file, productOrigin())
    await uploads.receive(created, 0, bytes)
    await jobs.check(caller, await find(created.id), wide([[thing, 1]]), productOrigin())
    await eventually('it is checked', async () => (await state(created.id)) === 'checked')
    return created.id
  }
  const run = async (id: string) => jobs.import(await find(id), productOrigin())
  const check = async (id: string, thing: string) =>
    jobs.check(caller, await find(id), wide([[thing, 1]]), productOrigin())
  return { jobs, held, begins, commits, find, state, checked, check, run }
}

/** The same database, whose commits are answered late: each when those before it in time are. */
const committing = (sql: Sql, commits: { readonly answered: Promise<void> }) =>
  new Proxy(sql, {
    get(database, name) {
      if (name !== 'transaction') {
        const value: unknown = Reflect.get(database, name)
        return typeof value === 'function' ? value.bind(database) : value
      }
      return () => ({
        async execute(work: Parameters<ReturnType<Sql['transaction']>['execute']>[0]) {
          const { answered } = commits
          const result = await database.transaction().execute(work)
          await answered
          return result
        },
      })
    },
  })

const count = async (sensor: number) => {
  const [row] = await site.application.telemetry.rows<{ number: number }>(
    `SELECT toUInt32(count()) AS number FROM numeric_readings WHERE sensor = ${sensor}`,
  )
  return row?.number
}

test('IM27 an import that is cancelled while it begins stores nothing', async () => {
  const [sensor] = [await addSensor('CANCELLED-EARLY', []), await addSensor('AFTER-IT', [])]
  const { jobs, held, begins, find, state, checked, run } = startJobs()
  await jobs.open()
  const [cancelled, next] = [await checked('CANCELLED-EARLY'), await checked('AFTER-IT')]
  begins.areHeld = true
  await run(cancelled)
  await eventually('it begins', () => held.count() === 1)
  const cancelling = jobs.cancel(await find(cancelled), productOrigin())
  await eventually('it is cancelled', async () => (await state(cancelled)) === 'cancelled')
  held.release()
  expect(await cancelling).toBe(true)
  // One runs at a time.
  await run(next)
  await eventually('the next one is done', async () => (await state(next)) === 'done')
  expect(await count(sensor)).toBe(0)
  expect(await state(cancelled)).toBe('cancelled')
  await jobs.close()
})

test('IM44 an import whose owner is removed stores nothing more', async () => {
  const sensor = await addSensor('OWNER-GOES', [])
  await addSensor('OF-OTHERS', [])
  const { jobs, held, begins, state, checked, run } = startJobs()
  await jobs.open()
  const [gone, next] = [await checked('OWNER-GOES'), await checked('OF-OTHERS')]
  begins.areHeld = true
  await run(gone)
  await eventually('it begins', () => held.count() === 1)
  // It goes with its owner.
  await site.sql.deleteFrom('imports').where('id', '=', gone).execute()
  held.release()
  await run(next)
  await eventually('the next one is done', async () => (await state(next)) === 'done')
  expect(await count(sensor)).toBe(0)
  await jobs.close()
})

test('IM56 an import whose owner is locked meanwhile stores nothing more', async () => {
  const sensor = await addSensor('OWNER-LOCKED', [])
  const lock = (disabled: boolean) =>
    site.sql.updateTable('users').set({ disabled }).where('id', '=', admin.id).execute()
  let isImported = false
  const { jobs, find, state, checked, run } = startJobs(Promise.resolve(), async () => {
    if (isImported) await lock(true)
  })
  await jobs.open()
  const id = await checked('OWNER-LOCKED')
  isImported = true
  await run(id)
  await eventually('it has ended', async () => (await find(id)).endedAt !== null)
  await lock(false)
  expect(await state(id)).toBe('failed')
  expect(await find(id)).toMatchObject({ failure: 'access', batches: 0 })
  expect(await count(sensor)).toBe(0)
  await jobs.close()
})

test('IM57 an import of a role goes on under the new name of that role', async () => {
  const sensor = await addSensor('OF-ROLE', [])
  const role = { name: 'Importers', permissions: ['view menu warroom', 'import readings'] }
  const { version } = (await admin.client.post('/api/roles', role)).json().data
  const { id: ownerId } = await site.addPerson({ roles: ['Importers'] })
  await bindPerson(site.sql, 'OF-ROLE', ownerId)
  const { catalogue } = site.application.data
  await eventually('it is bound', () => catalogue.bindingsOf(ownerId).size === 1)
  let isImported = false
  const rename = async () => {
    if (!isImported) return
    const renamed = await admin.client.put('/api/roles/Importers', { name: 'Porters', version })
    expect(renamed.statusCode).toBe(200)
  }
  const owner = { id: ownerId, roles: ['Importers'] }
  const { jobs, find, checked, run } = startJobs(Promise.resolve(), rename, owner)
  await jobs.open()
  const id = await checked('OF-ROLE')
  isImported = true
  await run(id)
  await eventually('it has ended', async () => (await find(id)).endedAt !== null)
  expect(await find(id)).toMatchObject({ state: 'done', failure: null })
  expect((await find(id)).plan?.roles).toEqual(['Porters'])
  expect(await count(sensor)).toBe(2)
  await jobs.close()
})

test('IM58 an import of another version hides no other, and keeps none waiting', async () => {
  await addSensor('OF-THIS-VERSION', [])
  const owner = { id: (await site.addPerson({ roles: ['admin'] })).id, roles: ['admin'] }
  const { jobs, find, state, checked, run } = startJobs(undefined, undefined, owner)
  await jobs.open()
  const [newer, waiting] = [await checked('OF-THIS-VERSION'), await checked('OF-THIS-VERSION')]
  const next = await checked('OF-THIS-VERSION')
  const unread = { mapping: JSON.stringify({ shape: { kind: 'hologram' } }) }
  await site.sql.updateTable('imports').set(unread).where('id', '=', newer).execute()
  await site.sql
    .updateTable('imports')
    .set({ ...unread, state: 'waiting', attempts: 0, touched_at: new Date(0) })
    .where('id', '=', waiting)
    .execute()
  await run(next)
  await eventually('the next one is done', async () => (await state(next)) === 'done')
  expect(await find(next)).toMatchObject({ attempts: 1 })
  expect((await jobs.list(owner.id)).map(({ id }) => id)).toEqual([next])
  const given = site.sql.selectFrom('imports').select(['state', 'failure', 'attempts'])
  expect(await given.where('id', '=', waiting).executeTakeFirst()).toEqual({
    ...{ state: 'failed', failure: 'defect', attempts: 1 },
  })
  await jobs.close()
})

test('IM14 files of deleted readings go although another import goes on', async () => {
  const sensor = await addSensor('DELETED', [])
  await addSensor('GOES-ON', [])
  const stored = Promise.withResolvers<void>()
  const { jobs, state, checked, run } = startJobs(stored.promise)
  await jobs.open()
  const [deleted, other] = [await checked('DELETED'), await checked('GOES-ON')]
  await run(other)
  await eventually('it runs', async () => (await state(other)) === 'running')
  await jobs.removeOf([sensor])
  expect(await state(deleted)).toBeUndefined()
  expect(existsSync(jobs.files.path(deleted))).toBe(false)
  expect(await state(other)).toBe('running')
  stored.resolve()
  await eventually('it is done', async () => (await state(other)) === 'done')
  await jobs.close()
})

test('IM29 sensors that a check found which was cancelled are none of the next one', async () => {
  await addSensor('CHECKED-AGAIN', [])
  const { jobs, find, checked } = startJobs()
  await jobs.open()
  const id = await checked('CHECKED-AGAIN')
  const { plan } = await find(id)
  // Its word was on the way to the database as it was cancelled.
  await writePlan(site.sql, id, { sensorIds: [], ofColumns: [], ofNames: [], roles: [] })
  expect((await find(id)).plan).toEqual(plan)
  await jobs.close()
})

test('IM42 a file whose import is cancelled as it ends stays, and is checked again', async () => {
  await addSensor('CHECKED-AT-ONCE', [])
  const stored = Promise.withResolvers<void>()
  const { jobs, held, begins, commits, find, state, checked, check, run } = startJobs(
    stored.promise,
  )
  await jobs.open()
  const id = await checked('CHECKED-AT-ONCE')
  await run(id)
  await eventually('it runs', async () => (await state(id)) === 'running')
  const commit = Promise.withResolvers<void>()
  commits.answered = commit.promise
  const cancelling = jobs.cancel(await find(id), productOrigin())
  await eventually('it is cancelled', async () => (await state(id)) === 'cancelled')
  commits.answered = Promise.resolve()
  begins.areHeld = true
  // What ran ends by itself before it is stopped, and the check begins.
  stored.resolve()
  await check(id, 'CHECKED-AT-ONCE')
  await eventually('it begins', () => held.count() === 1)
  expect(existsSync(jobs.files.path(id))).toBe(true)
  commit.resolve()
  held.release()
  expect(await cancelling).toBe(true)
  await eventually('it is checked', async () => (await state(id)) === 'checked')
  await jobs.close()
})

test('IM30 a check that was asked for as its readings were deleted leaves no file', async () => {
  const sensor = await addSensor('GOES-MEANWHILE', [])
  const { jobs, begins, held, find, state, checked } = startJobs()
  await jobs.open()
  const id = await checked('GOES-MEANWHILE')
  begins.areHeld = true
  const caller = { userId: admin.id, roles: ['admin'], permissions: [], sessionId: 'x' } as Caller
  await jobs.check(caller, await find(id), wide([['GOES-MEANWHILE', 1]]), productOrigin())
  await eventually('it begins', () => held.count() === 1)
  // The sensor goes, and whoever deletes its readings has looked before the check was stored.
  const { catalogue } = site.application.data
  await site.sql.deleteFrom('sensors').where('id', '=', sensor).execute()
  await eventually('the sensor is gone', () => catalogue.sensor(sensor) === undefined)
  held.release()
  await eventually('it has ended', async () => (await state(id)) === 'failed')
  expect(await find(id)).toMatchObject({ failure: 'deleted', hasFile: false })
  await eventually('the file is gone', () => !existsSync(jobs.files.path(id)))
  await jobs.close()
})
