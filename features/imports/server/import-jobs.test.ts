import { randomUUID } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { getPriority } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { beforeAll, expect, test } from 'vitest'
import { accounts } from '#features/accounts/server/users/accounts.ts'
import { removeOldFilesAtOnce } from '#features/readings/server/testing/files-store.ts'
import { rollupsOf } from '#features/readings/server/testing/stored-rows-store.ts'
import type { Caller } from '#kit/server/caller.ts'
import { productOrigin } from '#kit/server/audit.ts'
import type { LateReadings } from '#kit/server/readings/late-readings.ts'
import { recordAudit } from '#testing/audit.ts'
import { eventually } from '#testing/eventually.ts'
import { bindPerson } from '#testing/postgres/devices-store.ts'
import { withLostAnswers } from '#testing/postgres/lost-answers.ts'
import type { Person } from '#testing/sites/account-site.ts'
import { site } from '#testing/sites/shared-account-site.ts'
import { exportSite } from '#testing/sites/export-site.ts'
import { importSite, wide } from '#testing/sites/import-site.ts'
import { temporaryDirectory } from '#testing/temporary-directory.ts'
import { ImportJobs } from './jobs/import-jobs.ts'
import { ReaderProcess } from './process/reader-process.ts'
import { Uploads } from './jobs/uploads.ts'

const { addSensor, request, create, ended } = exportSite(site)
const { upload, checked, imported, settled, detail } = importSite(site)
const base = Date.UTC(2026, 9, 31)
let admin: Person

beforeAll(async () => {
  admin = await site.addPerson({ roles: ['admin'] })
  await removeOldFilesAtOnce(site.application.telemetry)
})

const iso = (seconds: number, from = base) => new Date(from + seconds * 1000).toISOString()
const series = (count: number, from = base) =>
  ['time,level', ...Array.from({ length: count }, (_, at) => `${iso(at, from)},${at}`), ''].join(
    '\n',
  )
const count = async (sensor: number) => {
  const [row] = await site.application.telemetry.rows<{ number: number }>(
    `SELECT toUInt32(count()) AS number FROM numeric_readings WHERE sensor = ${sensor}`,
  )
  return row?.number
}

/** Imports of a server of their own on the same database. */
function jobsOf(
  late: Partial<LateReadings>,
  directory: string,
  { sql = site.sql, clock = () => site.now } = {},
) {
  const { data, telemetry } = site.application
  return new ImportJobs({
    ...{ sql, accounts, catalogue: data.catalogue, telemetry, directory },
    ...{ clock, audit: recordAudit, log: pino({ level: 'silent' }) },
    late: {
      classify: (...asked) => data.late.classify(...asked),
      store: (...asked) => data.late.store(...asked),
      ...late,
    },
  })
}

test('IM8 a server that ends in the middle goes on where it was, and counts right', async () => {
  const sensor = await addSensor('RESUMED', [])
  const directory = temporaryDirectory()
  let stores = 0
  const halted = Promise.withResolvers<void>()
  const first = jobsOf(
    {
      store: async (readings, signal) => {
        stores += 1
        // The second batch: some of it is stored when the server ends.
        const some = stores === 2 ? readings.slice(0, 1_000) : readings
        await site.application.data.late.store(some, signal)
        // Servers before it had ended, too: it has come further than they.
        if (stores === 1) await site.sql.updateTable('imports').set({ attempts: 5 }).execute()
        if (stores !== 2) return
        halted.resolve()
        await new Promise((_, reject) =>
          signal.addEventListener('abort', () => reject(signal.reason)),
        )
      },
    },
    directory,
  )
  const all = 100_000
  const file = Buffer.from(series(all))
  const caller = { userId: admin.id, roles: ['admin'], permissions: [], sessionId: 'x' } as Caller
  await first.open()
  const uploads = new Uploads({ ...jobsServices(directory) }, first.files)
  const created = await uploads.create(
    caller,
    { fileName: 'a.csv', bytes: file.length },
    productOrigin(),
  )
  await uploads.receive(created, 0, file)
  const find = async (jobs: ImportJobs) => {
    const found = await jobs.find(admin.id, created.id)
    if (!found) throw new Error('the import is gone')
    return found
  }
  await first.check(caller, await find(first), wide([['RESUMED', 1]]), productOrigin())
  await eventually('it is checked', async () => (await find(first)).state === 'checked')
  await first.import(await find(first), productOrigin())
  await halted.promise
  await first.close()
  expect(await find(first)).toMatchObject({ state: 'running', batches: 2 })

  // The answers to its begin and to its end are lost.
  const sql = withLostAnswers(site.sql, /^\s*update imports/, /"has_file" = /)
  // The clock was set back meanwhile: most rows lie ahead of it.
  const second = jobsOf({}, directory, { sql, clock: () => base + 10_000_000 })
  await second.open()
  await eventually('it is done', async () => {
    await second.sweep()
    return (await find(second)).state === 'done'
  })
  expect((await find(second)).outcome).toMatchObject({
    ...{ rows: all, readings: all, fresh: all, stored: 0, sensors: [{ fresh: all }] },
  })
  expect(await count(sensor)).toBe(all)
  for (const { truth, rolled } of await rollupsOf(site.application.telemetry, sensor))
    expect(rolled).toEqual(truth)
  expect(existsSync(second.files.path(created.id))).toBe(false)
  await second.close()
})

test('IM8 an import with which five servers ended at the same rows is given up', async () => {
  const id = randomUUID()
  const begun = { id, owner_id: admin.id, file_name: 'a.csv', bytes: 1, attempts: 5 }
  const at = new Date(site.now)
  await site.sql
    .insertInto('imports')
    .values({ ...begun, state: 'running', task: 'import', created_at: at, touched_at: at })
    .execute()
  const jobs = jobsOf({}, temporaryDirectory())
  await jobs.open()
  expect(await jobs.find(admin.id, id)).toMatchObject({ state: 'failed', failure: 'interrupted' })
  await jobs.close()
})

const jobsServices = (directory: string) => ({
  ...{ sql: site.sql, accounts, catalogue: site.application.data.catalogue, directory },
  ...{ telemetry: site.application.telemetry, late: site.application.data.late },
  ...{ clock: () => site.now, audit: recordAudit, log: pino({ level: 'silent' }) },
})

test('IM9 importing needs the permission, and the parent account of the device', async () => {
  await addSensor('OWNED', [])
  const manager = await site.addPerson({ roles: ['manager'] })
  const user = await site.addPerson({ roles: ['user'] })
  expect((await user.client.get('/api/imports')).statusCode).toBe(403)
  const id = await upload(manager, 'a.csv', series(3))
  const mapping = wide([['OWNED', 1]])
  const check = () => manager.client.post(`/api/imports/${id}/check`, { mapping })
  expect((await check()).json()).toMatchObject({
    reasons: { 'mapping.shape.columns.0': [{ code: 'unknown_sensor' }] },
  })
  await bindPerson(site.sql, 'OWNED', manager.id)
  await eventually('the binding is known', async () => (await check()).statusCode === 200)
  expect(await settled(manager, id)).toMatchObject({ state: 'checked' })
  await site.sql.deleteFrom('bindings').where('user_id', '=', manager.id).execute()
  await eventually('the binding is gone', async () => {
    const reply = await manager.client.get('/api/scada/sensor/config/OWNED')
    return reply.statusCode === 404
  })
  expect((await manager.client.post(`/api/imports/${id}/run`, {})).statusCode).toBe(200)
  expect(await settled(manager, id)).toMatchObject({ state: 'failed', failure: 'access' })
  expect((await admin.client.get(`/api/imports/${id}`)).statusCode).toBe(404)
})

test('IM10 what is imported is no news, and a newer current value stays', async () => {
  const sensor = await addSensor('QUIET', [])
  const { current } = site.application.data
  current.offer({ sensorId: sensor, time: base + 3_600_000, value: 7, quality: 'good' })
  const received: string[] = []
  const stop = (['readings', 'current'] as const).map((name) =>
    site.bus.on(name, ({ readings }) => {
      if (readings.some(({ sensorId }) => sensorId === sensor)) received.push(name)
    }),
  )
  const id = await upload(admin, 'a.csv', series(10))
  await checked(admin, id, wide([['QUIET', 1]]))
  expect(await imported(admin, id)).toMatchObject({ fresh: 10 })
  for (const end of stop) end()
  expect(received).toEqual([])
  expect(current.get(sensor)?.reading).toMatchObject({ value: 7 })
})

test('IM7 what has expired is refused, what will soon be sums only is counted', async () => {
  await addSensor('OLD', [])
  await addSensor('OLD-TEXT', [], 'string')
  const id = await upload(
    admin,
    'a.csv',
    'time,level,text\n2020-02-08T13:30:47Z,1,RUN\n2020-02-08T13:30:48Z,2,STOP\n',
  )
  const mapping = wide([
    ['OLD', 1],
    ['OLD-TEXT', 2],
  ])
  expect(await checked(admin, id, mapping)).toMatchObject({
    ...{ fresh: 2, summed: 2, refused: 2, reasons: { expired: 2 } },
    examples: [{ line: 2 }, { line: 3 }],
  })
  const list = await admin.client.get(`/api/imports/${id}/refused`)
  expect(list.body.split('\r\n').slice(1, 3)).toEqual([
    ',2,level,expired,RUN',
    ',3,level,expired,STOP',
  ])
})

test('IM28 what has expired is listed as far as it is shown, in whole characters', async () => {
  await addSensor('OLD-SIGNS', [], 'string')
  const text = `${'x'.repeat(119)}😀\0 and more`
  const id = await upload(admin, 'a.csv', `time,text\n2020-02-08T13:30:47Z,${text}\n`)
  expect(await checked(admin, id, wide([['OLD-SIGNS', 1]]))).toMatchObject({
    examples: [{ reason: 'expired', text: `${'x'.repeat(119)}\ufffd…` }],
  })
})

test('IM11 a second value of a time is a second reading, and is counted as such', async () => {
  const sensor = await addSensor('BESIDE', [[base, 0]])
  const id = await upload(admin, 'a.csv', `time,level\n${iso(0)},5\n${iso(0)},0\n`)
  expect(await checked(admin, id, wide([['BESIDE', 1]]))).toMatchObject({
    ...{ fresh: 1, beside: 1, stored: 1 },
  })
  await imported(admin, id)
  expect(await count(sensor)).toBe(2)
})

test('IM14 EX18 deleted for good, readings are gone from files too', async () => {
  const sensor = await addSensor('GONE', [[base, 1]])
  await addSensor('STAYS', [[base, 1]])
  const exported = async (thing: string) => {
    const { id } = (await create(admin, request([thing]))).json().data as { id: string }
    await ended(admin, id)
    return id
  }
  const [gone, stays] = [await exported('GONE'), await exported('STAYS')]
  const id = await upload(admin, 'a.csv', series(3))
  await checked(admin, id, wide([['GONE', 1]]))
  const asked = { sensorId: sensor, name: 'level' }
  const reply = await admin.client.post('/api/readings/deletions', asked)
  expect(reply.statusCode).toBe(200)
  await eventually('it is done', async () => {
    const list = await admin.client.get('/api/readings/deletions?limit=200')
    return list.json().data.every(({ state }: { state: string }) => state === 'done')
  })
  const statusOf = async (path: string) => (await admin.client.get(path)).statusCode
  expect(await statusOf(`/api/exports/${gone}/file`)).toBe(404)
  expect(await statusOf(`/api/exports/${stays}/file`)).toBe(200)
  expect(await statusOf(`/api/imports/${id}`)).toBe(404)
  const directory = (name: string) => readdirSync(join(site.application.directory, name)).join()
  expect(directory('exports')).not.toContain(gone)
  expect(directory('exports')).toContain(stays)
  expect(directory('imports')).not.toContain(id)
})

test('IM13 a file is read by a process of lower priority', async () => {
  const process = new ReaderProcess()
  expect(getPriority(process.pid)).toBe(10)
  await process.end()
})

test('IM15 a file goes a day after the last step, the rest after 30 days', async () => {
  const id = await upload(admin, 'a.csv', series(3))
  const directory = join(site.application.directory, 'imports')
  const jobs = jobsOf({}, directory)
  const start = site.now
  const isThere = () => existsSync(join(directory, id))
  site.now = start + 23 * 3_600_000
  await jobs.sweep()
  expect(isThere()).toBe(true)
  site.now = start + 25 * 3_600_000
  await jobs.sweep()
  expect(isThere()).toBe(false)
  expect(await jobs.find(admin.id, id)).toMatchObject({ state: 'open', hasFile: false })
  site.now = start + 31 * 86_400_000
  await jobs.sweep()
  expect(await jobs.find(admin.id, id)).toBeNull()
  site.now = start
})

test('IM16 who has five files there is refused before a sixth is sent', async () => {
  const person = await site.addPerson({ roles: ['admin'] })
  const ids: string[] = []
  for (let file = 0; file < 5; file++) ids.push(await upload(person, 'a.csv', series(1)))
  const sixth = () => person.client.post('/api/imports', { fileName: 'a.csv', bytes: 10 })
  expect((await sixth()).json()).toMatchObject({
    reasons: { fileName: [{ code: 'imports_open', parameters: { maximum: 5 } }] },
  })
  await person.client.delete(`/api/imports/${ids[0]}`)
  expect((await sixth()).statusCode).toBe(200)
})

test('IM8 who cancels keeps what is stored; the file can be checked again', async () => {
  await addSensor('CANCELLED', [])
  const [running, waiting] = [
    await upload(admin, 'a.csv', series(120_000)),
    await upload(admin, 'b.csv', series(3)),
  ]
  const mapping = wide([['CANCELLED', 1]])
  for (const id of [running, waiting])
    await admin.client.post(`/api/imports/${id}/check`, { mapping })
  for (const id of [waiting, running])
    expect((await admin.client.post(`/api/imports/${id}/cancel`, {})).statusCode).toBe(204)
  expect(await detail(admin, running)).toMatchObject({ state: 'cancelled', hasFile: true })
  expect(await checked(admin, waiting, mapping)).toMatchObject({ fresh: 3 })
})
