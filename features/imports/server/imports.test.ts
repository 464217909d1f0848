import { beforeAll, expect, test } from 'vitest'
import { rollupsOf, storedOf } from '#features/readings/server/testing/stored-rows-store.ts'
import type { Person } from '#testing/sites/account-site.ts'
import { site } from '#testing/sites/shared-account-site.ts'
import { exportSite, type TestReading } from '#testing/sites/export-site.ts'
import { importSite, long, wide } from '#testing/sites/import-site.ts'
import type { Proposal } from '../contract/mapping.ts'

const { addSensor, request, fileOf } = exportSite(site)
const { upload, inspection, checked, imported } = importSite(site)
const base = Date.UTC(2026, 9, 31, 12)
const at = (seconds: number) => new Date(base + seconds * 1000).toISOString()
let admin: Person

beforeAll(async () => {
  admin = await site.addPerson({ roles: ['admin'] })
})

const stored = (sensorId: number) => storedOf(site.application.telemetry, sensorId)
const lookedAt = async (id: number) => {
  const changes = [{ id, before: { alias: 'level' }, after: { alias: 'Level' } }]
  const reply = await admin.client.put('/api/sensors/config', { changes })
  expect(reply.statusCode).toBe(200)
}
const expectRollups = async (sensorId: number) => {
  for (const { truth, rolled } of await rollupsOf(site.application.telemetry, sensorId))
    expect(rolled).toEqual(truth)
}

test('IM1 a file is checked, imported, and changes nothing when it is imported again', async () => {
  const sensor = await addSensor('FIRST', [[base, 1]])
  await lookedAt(sensor)
  const file = `time,level\n${at(0)},1\n${at(1)},2.5\n${at(2)},x\n`
  const id = await upload(admin, 'a.csv', file)
  const { inspection: found } = await inspection(admin, id)
  expect(found?.tables[0]).toMatchObject({
    head: ['time', 'level'],
    proposal: { timeColumn: 0, timeFormat: 'iso', hasOffsets: true, shape: 'wide' },
  })
  const mapping = wide([['FIRST', 1]])
  expect(await checked(admin, id, mapping)).toMatchObject({
    ...{ rows: 3, readings: 2, fresh: 1, stored: 1, refused: 1, reasons: { not_a_number: 1 } },
    examples: [{ line: 4, column: 'level', reason: 'not_a_number', text: 'x' }],
    sensors: [{ thing: 'FIRST', readings: 2, fresh: 1, first: base, last: base + 1000 }],
  })
  expect(await stored(sensor)).toHaveLength(1)
  expect(await imported(admin, id)).toMatchObject({ fresh: 1, stored: 1, refused: 1 })
  const after = [
    { at: base, value: 1, quality: 0 },
    { at: base + 1000, value: 2.5, quality: 0 },
  ]
  expect(await stored(sensor)).toEqual(after)
  const again = await upload(admin, 'a.csv', file)
  await checked(admin, again, mapping)
  expect(await imported(admin, again)).toMatchObject({ fresh: 0, stored: 2 })
  expect(await stored(sensor)).toEqual(after)
  await expectRollups(sensor)
})

test('IM19 rows with zeros are refused one by one, in a list that can be stored', async () => {
  await addSensor('ZEROS', [])
  const id = await upload(
    admin,
    'a.csv',
    `ti\0me,level\n${at(0)},1\n${'\0'.repeat(64)}\n\0${at(1)},2\n${at(2)},3\n`,
  )
  expect(await checked(admin, id, wide([['ZEROS', 1]]))).toMatchObject({
    ...{ rows: 4, fresh: 2, refused: 2, reasons: { unreadable_time: 2 } },
    examples: [{ line: 3 }, { line: 4, column: 'ti\ufffdme', text: `\ufffd${at(1)}` }],
  })
})

const mixed: readonly TestReading[] = [
  [base, 1.25],
  [base + 250, -0.1, 'uncertain'],
  [base + 1000, 99, 'bad'],
  [base + 2000, null],
  [base + 3000, 0.1 + 0.2],
  [base + 3_600_000, 1e21],
]
const words: readonly TestReading[] = [
  [base, 'RUN'],
  [base + 500, '=1+1', 'uncertain'],
  [base + 1000, "'=1+1"],
  [base + 2000, 'a,"b"\n c', 'bad'],
  [base + 3000, '12'],
  [base + 4000, 'bad'],
  [base + 5000, '不良 (x)', 'uncertain'],
  [base + 6000, "'bad"],
  [base + 7000, 'xấu', 'bad'],
]

/** The mapping that the file itself suggests. */
async function proposed(id: string, things: readonly string[]) {
  const { inspection: found } = await inspection(admin, id)
  const table = found?.tables[0]
  if (!table) throw new Error('there is no table')
  const { proposal, sheet, head } = table
  const { timeColumn: column, clockColumn, offsetColumn, timeFormat } = proposal
  if (column === null || timeFormat === null) throw new Error('there is no time')
  const common = {
    ...{ sheet, decimal: proposal.decimal, separator: proposal.separator },
    ...{ headRows: proposal.headRows, encoding: proposal.encoding },
    time: { column, clockColumn, offsetColumn, format: timeFormat },
    timezone: 'America/St_Johns',
  }
  if (proposal.shape === 'long') return long(longColumns(proposal), common)
  const { uncertainColumn } = proposal
  const columns = things.map((thing) => {
    const found = head.findIndex((name) => name.includes(thing))
    return [thing, found] as const
  })
  return wide(columns, { ...common, uncertainColumn })
}

const longColumns = (proposal: Proposal) => ({
  ...{ deviceColumn: proposal.deviceColumn, sensorColumn: proposal.sensorColumn },
  ...{ valueColumn: proposal.valueColumn ?? 0, qualityColumn: proposal.qualityColumn },
  names: [],
})

const languages = ['en', 'ru', 'zh-TW', 'vi'] as const
const formats = ['csv', 'xlsx'] as const
const modes = ['sensor', 'group'] as const
const trips = formats.flatMap((format, one) =>
  modes.map((mode, two) => ({ format, mode, language: languages[one * 2 + two] ?? 'en' })),
)

test.each(trips)('IM2 an export as $format in $mode mode comes back as it was', async (trip) => {
  const things = [1, 2].map((number) => `TRIP-${trip.format}-${trip.mode}-${number}`)
  const [one = '', two = ''] = things
  const sensors = [await addSensor(one, mixed), await addSensor(two, words, 'string')]
  const before = await Promise.all(sensors.map(stored))
  const file = await fileOf(admin, request(things, { ...trip, timezone: 'America/St_Johns' }))
  const count = mixed.length + words.length
  const first = await upload(admin, `trip.${trip.format}`, file)
  const mapping = await proposed(first, things)
  expect(await checked(admin, first, mapping)).toMatchObject({
    ...{ readings: count, stored: count, fresh: 0, refused: 0 },
  })
  expect(await imported(admin, first)).toMatchObject({ stored: count, fresh: 0 })
  expect(await Promise.all(sensors.map(stored))).toEqual(before)

  // The same file into a store that has lost them.
  for (const table of ['numeric_readings', 'text_readings'])
    await site.application.telemetry.command(
      `DELETE FROM ${table} WHERE sensor IN (${sensors.join(',')})`,
    )
  expect(await Promise.all(sensors.map(stored))).toEqual([[], []])
  const second = await upload(admin, `trip.${trip.format}`, file)
  expect(await checked(admin, second, mapping)).toMatchObject({ fresh: count, stored: 0 })
  expect(await imported(admin, second)).toMatchObject({ fresh: count, refused: 0 })
  const after = await Promise.all(sensors.map(stored))
  expect(after[0]).toEqual(before[0])
  // Numbers that texts are are beside them.
  const texts = after[1]?.filter(({ value }) => typeof value === 'string')
  expect(texts).toEqual(before[1])
})

test('IM31 a file that cannot be read is listed with the reason', async () => {
  const person = await site.addPerson({ roles: ['admin'] })
  const file = Buffer.concat([Buffer.from('PK\u0003\u0004'), Buffer.alloc(200, 7)])
  const id = await upload(person, 'a.xlsx', file)
  const { failure } = await inspection(person, id)
  expect(failure).toEqual(expect.any(String))
  const listed = (await person.client.get('/api/imports')).json().data
  expect(listed).toMatchObject([{ id, state: 'open', hasFile: true, failure }])
  const readable = await upload(person, 'b.csv', `time,level\n${at(0)},1\n`)
  await inspection(person, readable)
  const both = (await person.client.get('/api/imports')).json().data
  expect(both).toContainEqual(
    expect.objectContaining({ id: readable, state: 'open', failure: null }),
  )
})

test('IM54 a file is not listed as unreadable that is so in another form', async () => {
  const person = await site.addPerson({ roles: ['admin'] })
  // A note has more commas than columns are read.
  const note = 'a,'.repeat(2_100)
  const file = `time;level;note\n${at(0)};1;\n${at(1)};2;\n${at(2)};3;${note}\n`
  const id = await upload(person, 'notes.csv', file)
  const listed = async () => (await person.client.get('/api/imports')).json().data
  expect(await inspection(person, id)).toMatchObject({ failure: null })
  const inCommas = await inspection(person, id, { separator: ',' })
  expect(inCommas).toEqual({ inspection: null, failure: 'too_many_columns', found: [] })
  expect(await listed()).toMatchObject([{ id, state: 'open', failure: null }])
})
