import { beforeAll, expect, test } from 'vitest'
import type { Person } from '#testing/sites/account-site.ts'
import { site } from '#testing/sites/shared-account-site.ts'
import { exportSite } from '#testing/sites/export-site.ts'

const { addSensor, fill, request, workbookOf } = exportSite(site)
const base = Date.UTC(2026, 9, 31, 12)
const minute = 60_000
let admin: Person

beforeAll(async () => {
  admin = await site.addPerson({ roles: ['admin'] })
})

test('EX8 EX48 the sheet of statistics equals the report of the history screen', async () => {
  const from = base
  const to = base + 3_600_000
  const id = await addSensor('STATS', [
    [base + 1, 5, 'bad'],
    [base + 3, 17.25, 'uncertain'],
    [base + 4, 'FAULT'],
  ])
  await fill(id, base, 2_000)
  const sheets = await workbookOf(admin, request(['STATS'], { from, to }))
  const { statistics } = (
    await admin.client.post('/api/scada/reportbything/sensor', {
      ...{ thing: 'STATS', sensor: 'level', from, to },
    })
  ).json().data
  const [head = {}, row = {}] = sheets.at(-1)?.rows ?? []
  const read = Object.fromEntries(
    Object.entries(head).map(([letter, { value }]) => [value, row[letter]?.value]),
  )
  expect(read).toMatchObject({
    'Usable readings': statistics.count,
    'Bad readings': 1,
    // Summed in another order, the last digits differ.
    'Average of the readings': expect.closeTo(statistics.average ?? Number.NaN, 10),
    Median: statistics.median,
    Minimum: statistics.minimum,
    Maximum: statistics.maximum,
    'First quartile': statistics.lowerQuartile,
    'Third quartile': statistics.upperQuartile,
    'Last value': statistics.last,
    'Texts, in no figure': 1,
    'Computed from': 'Every reading',
  })
})

test('EX112 the sheet of statistics has times and changes of a lamp, and no averages', async () => {
  const words = Array.from({ length: 60 }, (_, at) => (at < 45 ? 'green' : 'red'))
  const readings = words.map((word, at) => [base + at * minute, word] as const)
  await addSensor('TOWER', readings, 'lamp')
  const sheets = await workbookOf(admin, request(['TOWER'], { from: base, to: base + 60 * minute }))
  const [head = {}, row = {}] = sheets.at(-1)?.rows ?? []
  const read = Object.fromEntries(
    Object.entries(head).map(([letter, { value }]) => [value, row[letter]?.value]),
  )
  expect(read).toMatchObject({
    'Time in each state (s)': 'green: 2700; red: 900',
    ...{ 'State changes': 1, 'Availability (share of the time)': 0.75 },
  })
  expect([read['Average of the readings'], read['Median']]).toEqual([undefined, undefined])
})
