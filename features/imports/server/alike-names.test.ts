import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { ReadingsExport } from '#features/exports/contract/readings.ts'
import { eventually } from '#testing/eventually.ts'
import { bindPerson } from '#testing/postgres/devices-store.ts'
import type { Person } from '#testing/sites/account-site.ts'
import { site } from '#testing/sites/shared-account-site.ts'
import { exportSite } from '#testing/sites/export-site.ts'
import { importSite, long } from '#testing/sites/import-site.ts'
import type { Inspection } from '../contract/mapping.ts'
import type { FoundSensor } from '../contract/routes.ts'

const { addSensor, request, fileOf } = exportSite(site)
const { upload, inspection, checked } = importSite(site)
const base = Date.UTC(2026, 9, 31, 12)
let admin: Person

/** Changes how a device and its sensor are called. */
async function call(sensorId: number, name: string, sensor: { alias?: string; unit?: string }) {
  const { catalogue } = site.application.data
  const deviceId = catalogue.sensor(sensorId)?.deviceId ?? 0
  await site.sql.updateTable('devices').set({ name }).where('id', '=', deviceId).execute()
  await site.sql
    .updateTable('sensors')
    .set({ alias: 'level', unit: '', ...sensor })
    .where('id', '=', sensorId)
    .execute()
  await catalogue.refresh([deviceId])
}

// Nobody has more than five files open.
beforeEach(async () => void (admin = await site.addPerson({ roles: ['admin'] })))

beforeAll(async () => {
  for (const [index, lesiId] of ['ALIKE-1', 'ALIKE-2'].entries()) {
    const readings = [1, 2, 3].map((second) => [base + second * 1000, second + index] as const)
    await call(await addSensor(lesiId, readings), 'Pump', { unit: 'm³/h (N)' })
  }
})

const things = ['ALIKE-1', 'ALIKE-2']
const exported = (asked: Partial<ReadingsExport>, of: readonly string[] = things) =>
  fileOf(admin, request(of, { ...asked, timezone: 'UTC' }))

/** A dry run by what a file of a row for each reading suggests, and which names it found. */
async function checkedLong(person: Person, fileName: string, file: Buffer) {
  const id = await upload(person, fileName, file)
  const table = (await inspection(person, id)).inspection?.tables[0]
  if (!table) throw new Error('there is no table')
  const { proposal, sheet } = table
  const shape = {
    ...{ deviceColumn: proposal.deviceColumn, sensorColumn: proposal.sensorColumn, names: [] },
    ...{ valueColumn: proposal.valueColumn ?? 0, qualityColumn: proposal.qualityColumn },
  }
  const time = {
    ...{ column: proposal.timeColumn ?? 0, clockColumn: null },
    ...{ offsetColumn: proposal.offsetColumn, format: proposal.timeFormat ?? 'iso' },
  }
  return checked(person, id, long(shape, { sheet, time }))
}

/** The devices of the columns of a file. */
async function thingsOfHeads(fileName: string, file: Buffer) {
  const id = await upload(admin, fileName, file)
  const { found, inspection: seen } = (
    await admin.client.post(`/api/imports/${id}/inspect`, {})
  ).json().data as { found: (FoundSensor | null)[][]; inspection: Inspection }
  const place = seen.tables.findIndex(({ proposal }) => proposal.uncertainColumn !== null)
  return found[place]?.map((each) => each?.thing ?? null)
}

test.each(['csv', 'xlsx'] as const)(
  'IM45 readings of devices that are called alike come back to their own: %s',
  async (format) => {
    const file = await exported({ format, mode: 'sensor' })
    const outcome = await checkedLong(admin, `alike.${format}`, file)
    expect(outcome).toMatchObject({ readings: 6, stored: 6, fresh: 0, refused: 0 })
    expect(outcome.names.map(({ found }) => found?.thing)).toEqual(things)
  },
)

test('IM45 columns of devices that are called alike are recognised', async () => {
  const file = await exported({ format: 'csv', mode: 'group' })
  expect(await thingsOfHeads('a.csv', file)).toEqual([null, ...things, null])
})

test.each(['csv', 'xlsx'] as const)(
  'IM48 names that look like formulas, or are long, come back: %s',
  async (format) => {
    const long = `Kesselhaus ${format} `.repeat(12)
    const odd = [
      ['ODD-1', `+A1-${format}`, `=B1-${format}`],
      ['ODD-2', `-F1-${format}`, `'-F1-${format}`],
      ['ODD-3', `${long} 1`, 'level'],
      ['ODD-4', `${long} 2`, 'level'],
    ].map(([thing = '', ...rest]) => [`${thing}-${format}`, ...rest] as const)
    for (const [index, [thing, name = '', alias = '']] of odd.entries())
      await call(await addSensor(thing, [[base + index * 1000, 1, 'uncertain']]), name, { alias })
    const names = odd.map(([thing]) => thing)
    const outcome = await checkedLong(admin, 'a', await exported({ format, mode: 'sensor' }, names))
    expect(outcome).toMatchObject({ readings: 4, stored: 4, refused: 0 })
    expect(outcome.names.map(({ found }) => found?.thing)).toEqual(names)
    const file = await exported({ format, mode: 'group' }, names)
    expect(await thingsOfHeads('a', file)).toEqual([
      null,
      ...(format === 'csv' ? [] : [null]),
      ...names,
      null,
    ])
  },
)

test('IM45 what is called like a sensor of others is not imported to the own one', async () => {
  const file = await exported({ format: 'xlsx', mode: 'sensor' })
  const manager = await site.addPerson({ roles: ['manager'] })
  await bindPerson(site.sql, 'ALIKE-1', manager.id)
  await eventually('the binding is known', async () => {
    const reply = await manager.client.get('/api/scada/sensor/config/ALIKE-1')
    return reply.statusCode === 200
  })
  const outcome = await checkedLong(manager, 'a.xlsx', file)
  expect(outcome).toMatchObject({ readings: 3, stored: 3, fresh: 0, refused: 3 })
})

test('IM45 a head is of the sensor that is called so, brackets and all', async () => {
  const readings = [[base, 1]] as const
  await call(await addSensor('HEAD-1', readings), 'Tank', { alias: 'Temp (top)' })
  await call(await addSensor('HEAD-2', readings), 'Tank 2 · old', {
    alias: 'Temp · top',
    unit: 'K',
  })
  const heads = [
    'Tank · Temp (top)',
    'tank · temp (TOP)',
    'HEAD-1 · level',
    'Tank · Temp',
    'Tank 2 · old · Temp · top (K)',
    'Tank 2 · old · Temp · top (°C)',
  ]
  const file = `time,${heads.join(',')}\n2026-10-31T12:00:00Z,1,2,3,4,5,6\n`
  const id = await upload(admin, 'a.csv', file)
  const reply = await admin.client.post(`/api/imports/${id}/inspect`, {})
  const [found] = reply.json().data.found as (FoundSensor | null)[][]
  expect(found?.slice(1).map((each) => each?.thing ?? null)).toEqual([
    ...['HEAD-1', 'HEAD-1', 'HEAD-1', null, 'HEAD-2', null],
  ])
})
