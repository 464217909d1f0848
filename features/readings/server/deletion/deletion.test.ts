import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { countWaiting, endWaiting } from '#testing/postgres/databases-store.ts'
import { accountSite, type Person } from '#testing/sites/account-site.ts'
import { eventually } from '#testing/eventually.ts'
import type { StoredDeletion } from '../../contract/deletions.ts'
import { markCounted } from '../testing/value-counts-store.ts'
import { storedOf, withMinutes } from '../testing/stored-rows-store.ts'
import { bytesOnDisk, removeOldFilesAtOnce } from '../testing/files-store.ts'
import { countRows, tablesOfSensors } from './stored-rows-store.ts'
import { rejectLine } from '../journal/rejected-lines.ts'
import { ReadingDeletions } from './reading-deletions.ts'
import { requestsOf, requestsState } from '../testing/deletions-store.ts'

const site = accountSite()
let administrator: Person
const telemetry = () => site.application.telemetry
const data = () => site.application.data
const journal = () => join(site.application.directory, 'journal')

beforeAll(async () => {
  await removeOldFilesAtOnce(telemetry())
  await withMinutes(telemetry(), 10_000)
  administrator = await site.addPerson({ roles: ['admin'] })
})

let devices = 0

/** A device with a number, a text and a running total; its name is `Name of` its LESI ID. */
async function added({ client }: Person = administrator, lesiId = `GOES-${++devices}`) {
  const reply = await client.post('/api/devices', { lesiId, name: `Name of ${lesiId}` })
  const { token } = reply.json<{ data: { token: string } }>().data
  const send = async (...readings: readonly (readonly [time: number, value: number])[]) => {
    const payload = readings.map(([ts, value]) => ({
      ...{ ts, values: { number: value, text: `text ${value}`, total: value } },
    }))
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const message = { method: 'POST', url: `/api/ingest/${lesiId}`, headers, payload } as const
    expect((await site.application.app.inject(message)).statusCode).toBe(200)
  }
  await send([site.now, 1])
  const sensors = sensorsOf(lesiId)
  await markCounted(telemetry(), sensors)
  return { lesiId, send, sensors, name: `Name of ${lesiId}` }
}

const sensorsOf = (lesiId: string) => {
  const device = data().catalogue.device(lesiId)
  return device
    ? data()
        .catalogue.sensorsOf(device.id)
        .map(({ id }) => id)
    : []
}

/** Rows of these sensors in each table. */
const rowsOf = (sensors: readonly number[]) =>
  Promise.all(tablesOfSensors.map((table) => countRows(telemetry(), table, sensors)))
const nothing = tablesOfSensors.map(() => 0)

const remove = ({ client }: Person, lesiId: string, choice: object) =>
  client.send('DELETE', `/api/devices/${lesiId}?${new URLSearchParams({ ...choice })}`)

const listed = async ({ client }: Person = administrator) =>
  (await client.get('/api/readings/deletions?limit=200')).json<{ data: StoredDeletion[] }>().data

async function reached(lesiId: string, state: StoredDeletion['state']): Promise<StoredDeletion> {
  let found: StoredDeletion | undefined
  await eventually(`the readings of ${lesiId} are ${state}`, async () => {
    found = (await listed()).find((one) => one.lesiId === lesiId)
    return found?.state === state
  })
  if (!found) throw new Error('it was found')
  return found
}

const day = 86_400_000

test('RD30 readings of a removed device are gone from every table and from the disk', async () => {
  const [gone, stays] = [await added(), await added()]
  for (const back of [0, 40, 80])
    await gone.send(
      ...Array.from(
        { length: 300 },
        (_, index) => [site.now - back * day - index * 60_000 - 1, Math.sin(index) * 1e6] as const,
      ),
    )
  await data().writer.flush()
  const aside = [...gone.sensors, ...stays.sensors].map((id) => `${id}\tNaN\t1\t0\n`)
  for (const line of aside) await rejectLine(journal(), 'numeric_readings', line, 'no time')
  const before = await bytesOnDisk(telemetry())
  const neighbour = await storedOf(telemetry(), stays.sensors[0] ?? 0)
  expect((await rowsOf(gone.sensors)).every((rows) => rows > 0)).toBe(true)
  const reply = await remove(administrator, gone.lesiId, { readings: 'delete', name: gone.name })
  expect(reply.statusCode).toBe(204)
  const done = await reached(gone.lesiId, 'done')
  expect(done).toMatchObject({ sensor: null, sensorCount: 3, readings: 2703, failure: null })
  expect(await rowsOf(gone.sensors)).toEqual(nothing)
  expect(await bytesOnDisk(telemetry())).toBeLessThan(before * 0.7)
  expect(readFileSync(join(journal(), 'rejected.tsv'), 'utf8')).toBe(
    stays.sensors.map((id) => `numeric_readings\tno time\t${id}\tNaN\t1\t0\n`).join(''),
  )
  expect(gone.sensors.map((id) => data().current.get(id))).toEqual([
    ...gone.sensors.map(() => undefined),
  ])
  expect(await storedOf(telemetry(), stays.sensors[0] ?? 0)).toEqual(neighbour)
  const entries = (await administrator.client.get(`/api/audit?entityId=${gone.lesiId}`)).json()
  expect(entries.data.map(({ action }: { action: string }) => action)).toEqual([
    ...['device.readings-deleted', 'device.remove', 'device.add'],
  ])
  expect(entries.data[0]).toMatchObject({ actor: null, after: { readings: 2703 } })
})

test('RD31 what was taken a moment before, and what comes later, is gone too', async () => {
  const gone = await added()
  const late = gone.sensors.map((sensorId) => ({
    ...{ sensorId, time: site.now + 1, value: 7, quality: 'good' as const },
  }))
  // One in the journal, one on its way there, one that a message brings when all is over.
  await data().writer.write(late)
  const removal = remove(administrator, gone.lesiId, { readings: 'delete', name: gone.name })
  const onItsWay = data().writer.write(late.map((one) => ({ ...one, time: site.now + 2 })))
  await Promise.all([removal, onItsWay])
  await reached(gone.lesiId, 'done')
  await data().writer.write(late.map((one) => ({ ...one, time: site.now + 3 })))
  site.bus.emit('readings', { readings: late, receivedAt: site.now })
  await data().writer.flush()
  expect(await rowsOf(gone.sensors)).toEqual(nothing)
  expect(data().current.get(gone.sensors[0] ?? 0)).toBeUndefined()
})

test('RD31 a device that is added again under the LESI ID keeps what it sends', async () => {
  const gone = await added()
  await remove(administrator, gone.lesiId, { readings: 'delete', name: gone.name })
  const again = await added(administrator, gone.lesiId)
  await reached(gone.lesiId, 'done')
  await data().writer.flush()
  expect(await rowsOf(gone.sensors)).toEqual(nothing)
  expect((await rowsOf(again.sensors)).every((rows) => rows > 0)).toBe(true)
})

test('RD32 kept readings stay until somebody deletes them, who types the name', async () => {
  const gone = await added()
  await data().writer.flush()
  expect((await remove(administrator, gone.lesiId, {})).statusCode).toBe(204)
  const { id, state } = await reached(gone.lesiId, 'kept')
  expect(state).toBe('kept')
  expect((await rowsOf(gone.sensors)).every((rows) => rows > 0)).toBe(true)
  const start = (name: string) =>
    administrator.client.post(`/api/readings/deletions/${id}/start`, { name })
  expect((await start('another name')).json()).toMatchObject({
    errors: { name: expect.anything() },
  })
  expect((await start(gone.name)).statusCode).toBe(200)
  await reached(gone.lesiId, 'done')
  expect(await rowsOf(gone.sensors)).toEqual(nothing)
})

test('RD33 what fails reports why, and is retried', async () => {
  const gone = await added()
  const engine = telemetry()
  const { command } = engine
  engine.command = async (statement) => {
    if (statement.startsWith('ALTER')) throw new Error('Not enough space')
    await command(statement)
  }
  try {
    await remove(administrator, gone.lesiId, { readings: 'delete', name: gone.name })
    const failed = await reached(gone.lesiId, 'failed')
    expect(failed.failure?.reason).toBe('Not enough space')
    expect(await rowsOf(gone.sensors)).not.toEqual(nothing)
    engine.command = command
    await administrator.client.post(`/api/readings/deletions/${failed.id}/start`, {
      name: gone.name,
    })
    expect((await reached(gone.lesiId, 'done')).failure).toBeNull()
  } finally {
    engine.command = command
  }
  expect(await rowsOf(gone.sensors)).toEqual(nothing)
})

test('RD33 a deletion goes on although the database took neither its end nor why', async () => {
  const gone = await added()
  const begun = Promise.withResolvers<void>()
  const failing = Promise.withResolvers<void>()
  data().copies.add('files that cannot be removed', async () => {
    begun.resolve()
    await failing.promise
  })
  await remove(administrator, gone.lesiId, { readings: 'delete', name: gone.name })
  await begun.promise
  await site.sql.transaction().execute(async (transaction) => {
    await transaction.selectFrom('reading_deletions').select('id').forUpdate().execute()
    failing.reject(new Error('the disk does not answer'))
    await eventually('it is to be noted', async () => (await countWaiting(site.sql)) === 1)
    data().copies.add('files that cannot be removed', async () => undefined)
    expect(await endWaiting(site.sql)).toBe(1)
  })
  expect((await reached(gone.lesiId, 'done')).failure).toBeNull()
})

/** The same part of a program that starts again after a crash. */
function startedAgain(hasStored: (sensorId: number) => boolean) {
  const { sql, bus } = site
  const again = new ReadingDeletions({
    ...{ sql, bus, hasStored, telemetry: telemetry(), writer: data().writer },
    ...{ audit: async () => undefined, journalDirectory: '/nowhere', copies: data().copies },
    logger: { warn: () => undefined } as never,
  })
  return again
}

test('RD34 readings that are stored again after all are deleted at the next start', async () => {
  const gone = await added()
  await remove(administrator, gone.lesiId, { readings: 'delete', name: gone.name })
  await reached(gone.lesiId, 'done')
  const [sensor = 0] = gone.sensors
  await telemetry().command(
    `INSERT INTO numeric_readings VALUES (${sensor}, '2026-11-01 00:00:00', 1, 0)`,
  )
  expect(await requestsState(site.sql, gone.lesiId)).toEqual(['done'])
  const again = startedAgain((id) => id === sensor)
  await again.start()
  await eventually('it is done again', async () => (await rowsOf([sensor])).every((n) => n === 0))
  await reached(gone.lesiId, 'done')
  await again.close()
})

test('RD35 no number that a sensor has now is deleted, whatever a request names', async () => {
  const [gone, stays] = [await added(), await added()]
  await remove(administrator, gone.lesiId, { readings: 'keep' })
  const { id } = await reached(gone.lesiId, 'kept')
  await requestsOf(site.sql, id, [...gone.sensors, ...stays.sensors])
  const name = gone.name
  await administrator.client.post(`/api/readings/deletions/${id}/start`, { name })
  await reached(gone.lesiId, 'done')
  expect(await rowsOf(gone.sensors)).toEqual(nothing)
  expect((await rowsOf(stays.sensors)).every((rows) => rows > 0)).toBe(true)
})

test('RD36 of one sensor all readings go, and the sensor stays with what it is', async () => {
  const device = await added()
  const before = data().catalogue.sensorByKey(
    data().catalogue.device(device.lesiId)?.id ?? 0,
    'number',
  )
  if (!before) throw new Error('there is a sensor')
  const ask = (name: string) =>
    administrator.client.post('/api/readings/deletions', { sensorId: before.id, name })
  expect((await ask('wrong')).statusCode).toBe(422)
  const { sensorId } = (await ask(before.alias)).json<{ data: { sensorId: number } }>().data
  expect(data().catalogue.sensor(sensorId)).toEqual({ ...before, id: sensorId })
  await device.send([site.now + 60_000, 5])
  await data().writer.flush()
  const done = await reached(device.lesiId, 'done')
  expect(done).toMatchObject({ sensor: { key: 'number', name: before.alias }, readings: 1 })
  expect(await rowsOf([before.id])).toEqual(nothing)
  expect((await storedOf(telemetry(), sensorId)).map(({ value }) => value)).toEqual([5])
  expect(await rowsOf(device.sensors.filter((id) => id !== before.id))).not.toContain(0)
})

test('RD36 what was noted of a sensor stays with it', async () => {
  const { lesiId, sensors } = await added()
  const { id, alias } = data().catalogue.sensor(sensors[0] ?? 0) ?? expect.unreachable()
  const span = { from: site.now, to: site.now + 1 }
  await administrator.client.post('/api/annotations', { sensor: id, ...span, text: 'cleaned' })
  const asked = { sensorId: id, name: alias }
  const reply = await administrator.client.post('/api/readings/deletions', asked)
  expect(reply.statusCode, reply.body).toBe(200)
  const { sensorId } = reply.json<{ data: { sensorId: number } }>().data
  await reached(lesiId, 'done')
  const list = { sensors: [sensorId], from: span.from - 1, to: span.to + 1 }
  const listed = await administrator.client.post('/api/annotations/list', list)
  expect(listed.json().data.annotations).toMatchObject([{ text: 'cleaned' }])
})

test('RD37 deleting needs its permission, the device and its name', async () => {
  const parent = await site.addPerson({ roles: ['manager'] })
  const engineer = await site.addPerson({ permissions: ['view menu admin scada'] })
  const own = await added(parent)
  const foreign = await added()
  const byEngineer = await added(engineer)
  const refused = async (person: Person, lesiId: string, name: string) =>
    (await remove(person, lesiId, { readings: 'delete', name })).statusCode
  expect(await refused(engineer, byEngineer.lesiId, byEngineer.name)).toBe(403)
  expect(await refused(parent, foreign.lesiId, foreign.name)).toBe(404)
  expect(await refused(parent, own.lesiId, 'a name')).toBe(422)
  expect(await refused(parent, own.lesiId, own.name)).toBe(204)
  await remove(administrator, foreign.lesiId, { readings: 'delete', name: foreign.name })
  expect((await listed(parent)).map(({ lesiId }) => lesiId)).toEqual([own.lesiId])
  const theirs = (await listed()).find(({ lesiId }) => lesiId === foreign.lesiId)
  const start = parent.client.post(`/api/readings/deletions/${theirs?.id}/start`, {
    name: foreign.name,
  })
  expect((await start).statusCode).toBe(404)
  const [sensorId] = byEngineer.sensors
  const bySensor = parent.client.post('/api/readings/deletions', { sensorId, name: 'number' })
  expect((await bySensor).statusCode).toBe(404)
  expect((await engineer.client.get('/api/readings/deletions')).statusCode).toBe(403)
})

test('RD37 who shares a device with its parent account deletes nothing of it', async () => {
  const { lesiId, sensors } = await added()
  const person = await site.addPerson({ roles: ['manager'] })
  const device = data().catalogue.device(lesiId)
  await site.sql
    .insertInto('bindings')
    .values({ user_id: person.id, device_id: device?.id ?? 0, relation: 'sub-user' })
    .execute()
  const caller = { userId: person.id, roles: [] }
  await eventually('it is bound', () => data().catalogue.visibleDeviceIds(caller).size === 1)
  const [sensorId] = sensors
  const asked = { sensorId, name: 'number' }
  expect((await person.client.post('/api/readings/deletions', asked)).statusCode).toBe(403)
  expect(sensorsOf(lesiId)).toEqual(sensors)
})
