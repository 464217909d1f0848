import { beforeAll, expect, test } from 'vitest'
import fc from 'fast-check'
import { localText } from '#kit/model/time/zone.ts'
import { clockText, valuesOf } from '#testing/workbook.ts'
import type { Person } from '#testing/sites/account-site.ts'
import { site } from '#testing/sites/shared-account-site.ts'
import { exportSite, type TestReading } from '#testing/sites/export-site.ts'

const { addSensor, fill, request, workbookOf, csvOf } = exportSite(site)
const base = Date.UTC(2026, 9, 31, 12)
const minute = 60_000
let admin: Person

beforeAll(async () => {
  admin = await site.addPerson({ roles: ['admin'] })
})

test('EX2 EX3 a sheet for each sensor, and what the file is', async () => {
  await addSensor('S-1', [
    [base + 250, 12.5],
    [base + 1250, -12.5, 'uncertain'],
    [base + 2250, 99, 'bad'],
    [base + 3250, null],
  ])
  await addSensor(
    'S-2',
    [
      [base, 'RUN'],
      [base + 1000, '=1+1'],
    ],
    'string',
  )
  const sheets = await workbookOf(
    admin,
    request(['S-1', 'S-2'], { timezone: 'Asia/Taipei', to: base + minute, from: base - minute }),
  )
  expect(sheets.map(({ name }) => name)).toEqual([
    'Information',
    'S-1 · level',
    'S-2 · level',
    'Statistics',
  ])
  const [information, one, two, statistics] = sheets
  expect(information?.rows[1]).toMatchObject({
    A: { value: 'Time zone' },
    B: { value: 'Asia/Taipei' },
  })
  expect(valuesOf(one?.rows[0])).toEqual(['Time (Asia/Taipei)', 'UTC offset', 'Value', 'Quality'])
  expect(
    one?.rows.slice(1).map(({ A, ...rest }) => [clockText(A?.value), ...valuesOf(rest)]),
  ).toEqual([
    ['2026-10-31 20:00:00.250', '+08:00', 12.5, 'good'],
    ['2026-10-31 20:00:01.250', '+08:00', -12.5, 'uncertain'],
    ['2026-10-31 20:00:02.250', '+08:00', 'bad (99)', 'bad'],
    ['2026-10-31 20:00:03.250', '+08:00', 'bad', 'bad'],
  ])
  expect(two?.rows.slice(1).map(({ C }) => C)).toEqual([
    { value: 'RUN', style: 0 },
    { value: '=1+1', style: 3 },
  ])
  expect(statistics?.rows).toHaveLength(3)
})

test('EX3 a column for each sensor: readings of one time share a row', async () => {
  await addSensor('G-1', [
    [base, 1],
    [base + 1000, 2],
    [base + 1000, 3],
  ])
  await addSensor('G-2', [
    [base, 10, 'uncertain'],
    [base + 500, 20, 'bad'],
  ])
  const asked = request(['G-1', 'G-2'], { mode: 'group' })
  const lines = await csvOf(admin, { ...asked, format: 'csv' })
  expect(lines).toEqual([
    '\ufeffTime (UTC),G-1 · level,G-2 · level,Uncertain',
    '2026-10-31T12:00:00.000+00:00,1,10,G-2 · level',
    '2026-10-31T12:00:00.500+00:00,,bad (20),',
    '2026-10-31T12:00:01.000+00:00,2,,',
    '2026-10-31T12:00:01.000+00:00,3,,',
  ])
  const [, sheet] = await workbookOf(admin, asked)
  expect(sheet?.rows.map((row) => valuesOf(row).slice(2))).toEqual([
    ['G-1 · level', 'G-2 · level', 'Uncertain'],
    [1, 10, 'G-2 · level'],
    ['bad (20)'],
    [2],
    [3],
  ])
})

test('EX4 pages of the store leave nothing out and double nothing', async () => {
  const count = 130_000
  const id = await addSensor('PAGES', [])
  await fill(id, base, count)
  // As many as a page has, all of one time.
  await site.application.telemetry.command(
    `INSERT INTO numeric_readings SELECT ${id}, fromUnixTimestamp64Milli(
       toInt64(${base - 1000}), 'UTC'), number, 0 FROM numbers(60000)`,
  )
  const lines = await csvOf(admin, request(['PAGES'], { format: 'csv' }))
  expect(lines).toHaveLength(1 + 60_000 + count)
  const times = lines.slice(60_001).map((line) => Date.parse(line.split(',')[4] ?? ''))
  expect(times).toEqual(Array.from({ length: count }, (_, index) => base + index * 1000))
})

test('EX4 texts that lie behind a full page of numbers are there once', async () => {
  const numbers = await addSensor('PAGES-1', [])
  await fill(numbers, base, 60_000, 10)
  const texts = [1, 9].map((minutes): TestReading => [base + minutes * minute, `at ${minutes}`])
  await addSensor('PAGES-2', texts, 'string')
  const asked = request(['PAGES-1', 'PAGES-2'], { format: 'csv', mode: 'group' })
  const lines = await csvOf(admin, asked)
  expect(lines.filter((line) => line.includes('at '))).toHaveLength(2)
  // A text and a number of one time share a row.
  expect(lines).toHaveLength(1 + 60_000)
})

test('EX7 days are those of the zone: 25 hours when the clock is put back', async () => {
  const zone = 'America/St_Johns'
  const from = Date.UTC(2026, 9, 31, 2, 30)
  const readings = Array.from({ length: 4 * 24 * 4 }, (_, index): TestReading => [
    from + index * 15 * minute,
    index,
  ])
  await addSensor('DAYS', readings)
  const asked = request(['DAYS'], {
    from,
    to: from + 4 * 86_400_000,
    timezone: zone,
    step: '1-day',
  })
  const lines = await csvOf(admin, { ...asked, format: 'csv' })
  expect(lines.slice(1).map((line) => line.split(','))).toEqual([
    [
      'DAYS',
      'level',
      'level',
      '',
      '2026-10-31T00:00:00.000-02:30',
      '47.5',
      '0',
      '95',
      '95',
      '96',
      '0',
    ],
    [
      'DAYS',
      'level',
      'level',
      '',
      '2026-11-01T00:00:00.000-02:30',
      '145.5',
      '96',
      '195',
      '195',
      '100',
      '0',
    ],
    [
      'DAYS',
      'level',
      'level',
      '',
      '2026-11-02T00:00:00.000-03:30',
      '243.5',
      '196',
      '291',
      '291',
      '96',
      '0',
    ],
    [
      'DAYS',
      'level',
      'level',
      '',
      '2026-11-03T00:00:00.000-03:30',
      '337.5',
      '292',
      '383',
      '383',
      '92',
      '0',
    ],
  ])
})

test('EX7 a day is one row where clocks go back over its midnight a minute later', async () => {
  // St. John’s showed 00:00 of the 7th for a minute, and then 23:01 of the 6th again.
  const midnight = Date.parse('2010-11-07T02:30:00Z')
  const at = [-10, 0, 0.5, 1, 59, 60, 24 * 60, 25 * 60]
  await addSensor(
    'TWICE',
    at.map((minutes): TestReading => [midnight + minutes * minute, minutes]),
  )
  const asked = request(['TWICE'], {
    ...{ from: midnight - 3_600_000, to: midnight + 26 * 3_600_000, format: 'csv' },
    ...{ timezone: 'America/St_Johns', step: '1-day' },
  })
  const lines = (await csvOf(admin, asked)).slice(1).map((line) => line.split(','))
  expect(lines.map(([, , , , time, , , , last, count]) => [time, last, count])).toEqual([
    ['2010-11-06T00:00:00.000-02:30', '-10', '1'],
    ['2010-11-07T00:00:00.000-02:30', '1440', '6'],
    ['2010-11-08T00:00:00.000-03:30', '1500', '1'],
  ])
})

test('EX7 steps equal those computed from the readings', async () => {
  let sensors = 0
  const zones = ['America/St_Johns', 'Asia/Kathmandu', 'Europe/Moscow', 'UTC']
  const steps = { '1-min': 1, '15-min': 15, '1-hour': 60 } as const
  const reading = fc.tuple(
    fc.integer({ min: 0, max: 40 * 60 * minute }),
    fc.integer({ min: -1000, max: 1000 }),
    fc.constantFrom('good', 'uncertain', 'bad'),
  )
  const given = fc.uniqueArray(reading, { selector: ([time]) => time, minLength: 1, maxLength: 40 })
  await fc.assert(
    fc.asyncProperty(
      ...[given, fc.constantFrom(...zones), fc.constantFrom(...Object.keys(steps))],
      fc.nat(3 * 60 * minute),
      async (readings, timezone, name, start) => {
        const step = name as keyof typeof steps
        const lesiId = `STEPS-${++sensors}`
        await addSensor(
          lesiId,
          readings.map(([time, ...rest]): TestReading => [base + time, ...rest]),
        )
        const from = base + start
        const asked = request([lesiId], { from, timezone, step, format: 'csv' })
        const lines = await csvOf(admin, asked)
        const inside = readings.filter(([time]) => time >= start)
        const length = steps[step] * minute
        const groups = Map.groupBy(
          inside.toSorted(([one], [other]) => one - other),
          ([time]) => {
            const local = Date.parse(`${localText(base + time, timezone)}Z`)
            return base + time - ((local % length) + ((base + time) % minute))
          },
        )
        const expected = [...groups].map(([at, group]) => {
          const values = group
            .filter(([, , quality]) => quality !== 'bad')
            .map(([, value]) => value)
          const sum = values.reduce((all, value) => all + value, 0)
          const figures =
            values.length === 0
              ? ['bad', 'bad', 'bad', 'bad']
              : [sum / values.length, Math.min(...values), Math.max(...values), values.at(-1)]
          return [at, ...figures.map(String), `${values.length}`, `${group.length - values.length}`]
        })
        const read = lines.slice(1).map((line) => {
          const [, , , , time = '', average = '', ...rest] = line.split(',')
          return [Date.parse(time), average, ...rest]
        })
        expect(read).toEqual(expected)
      },
    ),
    { numRuns: 8 },
  )
})

test('EX2 the words of a file are those of the language that was asked for', async () => {
  await addSensor('WORDS', [[base, 1]])
  const headOf = async (language: 'ru' | 'vi' | 'zh-TW') =>
    (await csvOf(admin, request(['WORDS'], { format: 'csv', language })))[0]
  expect(await headOf('ru')).toContain('Время (UTC)')
  expect(await headOf('vi')).toContain('Thời gian (UTC)')
  expect(await headOf('zh-TW')).toContain('時間 (UTC)')
})
