import { pino } from 'pino'
import { beforeAll, expect, test } from 'vitest'
import { productOrigin } from '#kit/server/audit.ts'
import type { Telemetry } from '#kit/server/clickhouse/telemetry.ts'
import { recordAudit } from '#testing/audit.ts'
import { eventually } from '#testing/eventually.ts'
import { accountSite, type Person } from '#testing/sites/account-site.ts'
import type { Retention } from '../../contract/retention.ts'
import type { SensorOnDisk } from '../../contract/sensors-on-disk.ts'
import { readRepair } from '../rollups/repair-record-store.ts'
import { RollupRepair } from '../rollups/rollup-repair.ts'
import { rollupsOf, storedOf, withoutRollups } from '../testing/stored-rows-store.ts'
import { Retention as RetentionRuns } from './retention.ts'
import { SensorCutoffs } from './sensor-cutoffs.ts'

const site = accountSite()
let administrator: Person

beforeAll(async () => void (administrator = await site.addPerson({ roles: ['admin'] })))

const dayMs = 86_400_000
const path = '/api/readings/retention'
const analog = { product: '', type: 'analog', readingsDays: 7, minutesDays: 8, hoursDays: null }
const shown = async () => (await administrator.client.get(path)).json<{ data: Retention }>().data
const audited = async () =>
  (await administrator.client.get('/api/audit?entityId=retention'))
    .json<{ data: { action: string; after: Record<string, unknown> }[] }>()
    .data.map(({ action, after }) => ({ action, after }))

async function added(lesiId: string, product = '') {
  const reply = await administrator.client.post('/api/devices', { lesiId, name: lesiId, product })
  const { token } = reply.json<{ data: { token: string } }>().data
  const payload = [20, 1].map((days) => ({ ts: site.now - days * dayMs, values: { level: days } }))
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  await site.application.app.inject({
    ...{ method: 'POST', url: `/api/ingest/${lesiId}`, headers, payload },
  })
  const { catalogue, writer } = site.application.data
  await writer.flush()
  const [sensor] = catalogue.sensorsOf(catalogue.device(lesiId)?.id ?? 0)
  if (!sensor) throw new Error('no sensor')
  return sensor.id
}

const valuesOf = async (sensor: number) =>
  (await storedOf(site.application.telemetry, sensor)).map(({ value }) => value)

test('RD48 an administrator sets for how long; what is older goes, both audited', async () => {
  const [first, pressed] = [await added('KEPT-1'), await added('KEPT-2', 'Press')]
  const own = { ...analog, product: 'Press', readingsDays: 200, minutesDays: 300 }
  expect((await administrator.client.send('PUT', path, own)).statusCode).toBe(200)
  const preview = await administrator.client.post(`${path}/preview`, analog)
  expect(preview.json().data).toMatchObject({ sensors: 1, readings: 1 })
  expect(await valuesOf(first)).toEqual([20, 1])
  expect((await administrator.client.send('PUT', path, analog)).statusCode).toBe(200)
  await eventually('it is removed', async () => (await valuesOf(first)).length === 1)
  expect(await valuesOf(first)).toEqual([1])
  expect(await valuesOf(pressed)).toEqual([20, 1])
  await eventually('it is audited', async () => (await audited()).length >= 3)
  expect(await audited()).toEqual([
    {
      action: 'installation.remove-expired',
      after: { numeric_readings: 1, numeric_rollup_minute: 1 },
    },
    { action: 'installation.change-retention', after: analog },
    { action: 'installation.change-retention', after: own },
  ])
  const { rules, products, lastRun } = await shown()
  expect(rules.find(({ product, type }) => product === '' && type === 'analog')).toMatchObject({
    ...{ sensors: 1, readingsDays: 7 },
  })
  expect(products).toEqual(['Press'])
  expect(lastRun?.failure).toBeNull()
  const end = await administrator.client.post(`${path}/remove`, {
    ...{ product: 'Press', type: 'analog' },
  })
  expect(end.statusCode).toBe(200)
  await eventually('the type counts', async () => (await valuesOf(pressed)).length === 1)
})

test('RD48 a preview counts nothing that has expired before', async () => {
  await site.application.data.retention.removeNow()
  const preview = await administrator.client.post(`${path}/preview`, analog)
  expect(preview.json().data).toMatchObject({ readings: 0 })
})

test('RD48 what a run has removed that did not end is audited by the next', async () => {
  const { sql, telemetry, data } = site.application
  await added('KILLED-1')
  const before = await audited()
  const dependencies = {
    ...{ ...data, sql, audit: recordAudit, logger: pino({ level: 'silent' }) },
    ...{ clock: () => site.now, minutes: { has: () => true } },
    expiryClock: { check: () => Promise.resolve(), now: () => site.now },
    sensorCutoffs: await SensorCutoffs.open(telemetry),
  }
  const command = (statement: string) =>
    /ALTER TABLE numeric_rollup_minute/.test(statement)
      ? Promise.reject(new Error('killed'))
      : telemetry.command(statement)
  const killed = new RetentionRuns({ ...dependencies, telemetry: { ...telemetry, command } })
  await expect(killed.removeNow()).rejects.toThrow('killed')
  expect(await audited()).toEqual(before)
  await new RetentionRuns({ ...dependencies, telemetry }).removeNow()
  const after = { numeric_readings: 1, numeric_rollup_minute: 1 }
  expect(await audited()).toEqual([{ action: 'installation.remove-expired', after }, ...before])
})

test('RD48 texts have one time; what makes no sense is refused with its field', async () => {
  const text = { product: '', type: 'string', readingsDays: 30, minutesDays: null, hoursDays: null }
  const reply = await administrator.client.send('PUT', path, text)
  expect(reply.json().data).toMatchObject({ minutesDays: 30, hoursDays: 30 })
  for (const [change, field] of [
    [{ readingsDays: 6 }, 'readingsDays'],
    [{ readingsDays: 90 }, 'minutesDays'],
    [{ hoursDays: 7 }, 'hoursDays'],
    [{ type: 'colour' }, 'type'],
  ] as const) {
    const refused = await administrator.client.send('PUT', path, { ...analog, ...change })
    expect(refused.statusCode).toBe(422)
    expect(Object.keys(refused.json().errors)).toEqual([field])
  }
})

test('RD48 nobody but an administrator sees or changes it', async () => {
  const { client } = await site.addPerson({ roles: ['manager'] })
  expect((await client.get(path)).statusCode).toBe(403)
  expect((await client.send('PUT', path, analog)).statusCode).toBe(403)
})

const repairPath = `${path}/repair`
async function repaired() {
  expect((await administrator.client.post(repairPath, {})).statusCode).toBe(200)
  await eventually('it is compared', async () => (await shown()).repair?.state !== 'running')
  return (await shown()).repair
}

test('RD50 rollups get what they lack; what has expired lacks nothing', async () => {
  const { telemetry, data } = site.application
  const sensor = await added('REPAIR-1')
  const fast = await added('REPAIR-2')
  await telemetry.command(`INSERT INTO minute_sensors VALUES (${fast})`)
  const at = Math.floor((site.now - dayMs) / dayMs) * dayMs
  const readings = Array.from({ length: 180 }, (_, index) => ({
    ...{ sensorId: fast, time: at + index * 20_000, value: index, quality: 'good' as const },
  }))
  await withoutRollups(telemetry, ['minute', 'hour'], async () => {
    await data.writer.write(readings)
    await data.writer.flush()
  })
  const lacking = await rollupsOf(telemetry, fast)
  expect(lacking[0]?.rolled).not.toEqual(lacking[0]?.truth)
  // Of before that moment readings are gone, and the rollup alone says what they were.
  await telemetry.command(
    `ALTER TABLE numeric_readings DELETE WHERE sensor = ${sensor} AND value = 1
     SETTINGS mutations_sync = 1`,
  )
  // What is older expires by the rule of the first test, at any moment.
  const kept = new Date(site.now - 6 * dayMs).toISOString().slice(0, 10)
  const rolled = async () =>
    (await rollupsOf(telemetry, sensor)).map((one) =>
      (one.rolled as readonly { readonly bucket: string }[]).filter(({ bucket }) => bucket >= kept),
    )
  const before = await rolled()
  expect(await repaired()).toMatchObject({ state: 'done', completed: 61, left: 2, failure: null })
  const expired = new Map([[sensor, { readings: at + dayMs, minutes: 0, hours: 0 }]])
  await (await SensorCutoffs.open(telemetry)).move(expired)
  expect(await repaired()).toMatchObject({ completed: 0, left: 0 })
  expect(await rolled()).toEqual(before)
  for (const { truth, rolled: sums } of await rollupsOf(telemetry, fast))
    expect(sums).toEqual(truth)
  // What the tests before let expire may be removed, and audited, at any moment.
  const actions = (await audited())
    .filter(({ action }) => action.includes('rollups'))
    .map(({ action, after }) => [action, after?.completed ?? null])
  expect(actions.slice(0, 4)).toEqual([
    ['installation.rollups-repaired', 0],
    ['installation.repair-rollups', null],
    ['installation.rollups-repaired', 61],
    ['installation.repair-rollups', null],
  ])
})

test('RD50 readings that come while rollups are compared are counted once', async () => {
  const { telemetry, data } = site.application
  const sensor = await added('REPAIR-3')
  await telemetry.command(`INSERT INTO minute_sensors VALUES (${sensor})`)
  const comparing = repaired()
  for (let batch = 0; batch < 15; batch++) {
    await data.writer.write(
      Array.from({ length: 50 }, (_, index) => ({
        ...{ sensorId: sensor, value: index, quality: 'good' as const },
        time: site.now - dayMs + batch * 60_000 + index * 1000,
      })),
    )
    await data.writer.flush()
  }
  expect(await comparing).toMatchObject({ state: 'done' })
  expect(await repaired()).toMatchObject({ completed: 0 })
  const [, hours] = await rollupsOf(telemetry, sensor)
  expect(hours?.rolled).toEqual(hours?.truth)
})

test('RD50 what is being deleted for good is not compared', async () => {
  const { telemetry, data } = site.application
  const sensor = await added('REPAIR-4')
  await data.writer.withdraw([sensor])
  // Rollups go last.
  await telemetry.command(
    `ALTER TABLE numeric_readings DELETE WHERE sensor = ${sensor} SETTINGS mutations_sync = 1`,
  )
  expect(await repaired()).toMatchObject({ state: 'done', completed: 0, left: 0 })
})

test('RD50 one comparison at a time, which may be ended', async () => {
  const begun = await Promise.all([1, 2].map(() => administrator.client.post(repairPath, {})))
  expect(begun.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
  expect((await administrator.client.post(`${repairPath}/cancel`, {})).statusCode).toBe(200)
  await eventually('it ends', async () => (await shown()).repair?.state !== 'running')
  expect(['done', 'cancelled']).toContain((await shown()).repair?.state)
})

test('RD53 a comparison that a kill cuts short is shown after the next start', async () => {
  const { sql, telemetry, data } = site.application
  const month = { from: 0, to: 3 * dayMs - 1, rows: 6_000_000 }
  const answers = [[month], [], [], new Promise<never>(() => undefined)]
  const dependencies = {
    ...{ sql, audit: recordAudit, writer: data.writer, clock: () => site.now },
    logger: pino({ level: 'silent' }),
  }
  const hanging = { rows: async () => answers.shift() } as unknown as Telemetry
  const killed = await RollupRepair.open({ ...dependencies, telemetry: hanging })
  const begun = await killed.start(productOrigin())
  const next = () => RollupRepair.open({ ...dependencies, telemetry })
  await eventually('a day is recorded', async () => (await readRepair(sql))?.daysDone === 1)
  const expected = { ...begun, state: 'interrupted', days: 3, daysDone: 1 }
  expect((await next()).shown).toEqual(expected)
  const ends = async () =>
    (await audited()).filter(({ action }) => action.includes('rollups-repaired'))
  const before = await ends()
  expect(before[0]?.after).toEqual({ state: 'interrupted', days: 3, completed: 0, left: 0 })
  expect((await next()).shown).toEqual(expected)
  expect(await ends()).toEqual(before)
})

test('RD51 what sensors take on disk is listed, and is all there is', async () => {
  const { data, telemetry } = site.application
  const sensor = await added('COSTLY')
  await data.writer.write(
    Array.from({ length: 5_000 }, (_, index) => ({
      ...{ sensorId: sensor, value: Math.sin(index), quality: 'good' as const },
      time: site.now - dayMs + index * 1000,
    })),
  )
  await data.writer.flush()
  for (const table of ['numeric_readings', 'numeric_rollup_minute', 'numeric_rollup_hour'])
    // A partition that is dropped meanwhile cancels it.
    await eventually(`${table} is merged`, () =>
      telemetry.command(`OPTIMIZE TABLE ${table} FINAL`).then(
        () => true,
        () => false,
      ),
    )
  const ask = async (query: string) =>
    (await administrator.client.get(`${path}/sensors?${query}`)).json<Reply>()
  interface Reply {
    readonly data: readonly SensorOnDisk[]
    readonly meta: { readonly total: number; readonly bytes: number }
  }
  const all = await ask('limit=200')
  expect(all.data[0]).toMatchObject({ id: sensor, readings: 5_002, lesiId: 'COSTLY', key: 'level' })
  const bytes = all.data.map((one) => one.bytes)
  expect(bytes).toEqual(bytes.toSorted((one, other) => other - one))
  const stored = (await shown()).stored.reduce((sum, one) => sum + one.bytes, 0)
  expect(Math.abs(all.meta.bytes - stored)).toBeLessThan(stored / 100 + bytes.length)
  expect((await ask('limit=1&page=2')).data).toEqual(all.data.slice(1, 2))
  expect(await ask('search=costly+LEVEL')).toMatchObject({ data: [{ id: sensor }] })
  expect((await ask('search=nothing')).meta).toMatchObject({ total: 0, bytes: 0 })
})

test('RD49 a clock that jumps years ahead removes nothing until somebody confirms it', async () => {
  const { retention } = site.application.data
  const sensor = await added('JUMP-1')
  await retention.removeNow()
  const before = site.now
  site.now += 3 * 365 * dayMs
  const { client } = await site.addPerson({ roles: ['admin'] })
  await retention.removeNow()
  expect(await valuesOf(sensor)).toEqual([1])
  const { clock, rules } = (await client.get(path)).json<{ data: Retention }>().data
  expect(clock).toMatchObject({ state: 'ahead', now: site.now })
  expect(Math.abs(clock.trusted - before)).toBeLessThan(dayMs)
  expect(Math.max(...rules.map((one) => one.removedBefore.readings ?? 0))).toBeLessThan(before)
  const confirm = `${path}/confirm-clock`
  expect((await client.post(confirm, { now: before })).statusCode).toBe(409)
  expect(await valuesOf(sensor)).toEqual([1])
  expect((await client.post(confirm, { now: site.now })).statusCode).toBe(200)
  await eventually('it is removed', async () => (await valuesOf(sensor)).length === 0)
})
