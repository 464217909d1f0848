import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { zoneOffset } from '#kit/model/time/zone.ts'
import { oddNames } from '#testing/odd-names.ts'
import { temporaryDirectory } from '#testing/temporary-directory.ts'
import { clockText, readWorkbook, unzipped, valuesOf } from '#testing/workbook.ts'
import type { Cell, Column } from './table.ts'
import { SheetNames } from './sheet-names.ts'
import { XlsxFile } from './xlsx-file.ts'
import { offsetText, ZoneOffsets } from './zone-offsets.ts'

const columns: readonly Column[] = [
  { header: 'Time', kind: 'time', width: 25 },
  { header: 'Offset', kind: 'offset', width: 12 },
  { header: 'Value', kind: 'value', width: 16 },
]

/** What a program reads of a table with these rows. */
async function written(
  rows: readonly (readonly Cell[])[],
  { timezone = 'UTC', maximumRows = 1_048_576, name = 'Level', head = 'Value' } = {},
) {
  const path = join(temporaryDirectory(), 'file.xlsx')
  const file = new XlsxFile({ path, offsets: new ZoneOffsets(timezone), bad: 'bad', maximumRows })
  file.table(name, [...columns.slice(0, 2), { header: head, kind: 'value', width: 16 }])
  for (const row of rows) {
    file.row(row)
    await file.drain()
  }
  const bytes = await file.end()
  const content = readFileSync(path)
  expect(content).toHaveLength(bytes)
  // Other programs complain about a workbook without its default style.
  expect(String(unzipped(content).get('xl/styles.xml'))).toContain('<cellStyle name="Normal"')
  return readWorkbook(content)
}

/** The rows below the head. */
async function rowsOf(rows: readonly (readonly Cell[])[], timezone = 'UTC') {
  const [sheet] = await written(rows, { timezone })
  return sheet?.rows.slice(1) ?? []
}

test.each([
  ['America/St_Johns', Date.UTC(2026, 10, 1, 4), '-02:30', '-03:30'],
  ['Europe/Berlin', Date.UTC(2026, 9, 25, 0, 30), '+02:00', '+01:00'],
])(
  'EX1 in %s the hour that comes twice differs by its offset',
  async (timezone, at, ...offsets) => {
    const [first, second] = await rowsOf(
      [at, at + 3_600_000].map((time) => [time + 250, time + 250, 1]),
      timezone,
    )
    expect(clockText(first?.['A']?.value)).toBe(clockText(second?.['A']?.value))
    expect(clockText(first?.['A']?.value)).toMatch(/:30\.?0?.*250$|:30:00\.250$/)
    expect([first?.['B']?.value, second?.['B']?.value]).toEqual(offsets)
  },
)

test('EX1 a time is a real date on the clock of the zone, to the millisecond', async () => {
  const zones = ['America/St_Johns', 'Asia/Taipei', 'Europe/Moscow', 'Australia/Lord_Howe']
  const time = fc.integer({ min: Date.UTC(2009, 0), max: Date.UTC(2031, 0) })
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...zones),
      fc.array(time, { maxLength: 40 }),
      async (zone, times) => {
        const rows = await rowsOf(
          times.map((at) => [at, at, 0]),
          zone,
        )
        const read = rows.map(({ A, B }) => `${clockText(A?.value)} ${B?.value} ${A?.style}`)
        expect(read).toEqual(
          times.map((at) => {
            const clock = new Date(at).toLocaleString('sv-SE', { timeZone: zone })
            const ms = String(((at % 1000) + 1000) % 1000).padStart(3, '0')
            return `${clock}.${ms} ${offsetText(zoneOffset(at, zone))} 1`
          }),
        )
      },
    ),
    { numRuns: 30 },
  )
})

test('EX1 the spans of a zone end exactly where its clock is changed', () => {
  const spans = (zone: string, year: number) =>
    [...new ZoneOffsets(zone).spans(Date.UTC(year, 0), Date.UTC(year + 1, 0))].map(
      ({ from, offset }) => `${new Date(from).toISOString()} ${offsetText(offset)}`,
    )
  expect(spans('America/St_Johns', 2026)).toEqual([
    '2026-01-01T00:00:00.000Z -03:30',
    '2026-03-08T05:30:00.000Z -02:30',
    '2026-11-01T04:30:00.000Z -03:30',
  ])
  // One after the other, as readings come.
  const offsets = new ZoneOffsets('America/St_Johns')
  const around = [-1, 0, 1].map((ms) => Date.UTC(2026, 2, 8, 5, 30) + ms)
  expect(around.map((at) => offsetText(offsets.at(at)))).toEqual(['-03:30', '-02:30', '-02:30'])
  expect(spans('Europe/Moscow', 2014)).toEqual([
    '2014-01-01T00:00:00.000Z +04:00',
    '2014-10-25T22:00:00.000Z +03:00',
  ])
  expect(spans('Asia/Taipei', 2026)).toEqual(['2026-01-01T00:00:00.000Z +08:00'])
})

test('EX4 bad values are texts, uncertain numbers are numbers with a mark', async () => {
  const [bad, none, uncertain, good, text] = await rowsOf([
    [0, 0, { value: 12.5, quality: 'bad' }],
    [0, 0, { value: null, quality: 'bad' }],
    [0, 0, { value: -12.5, quality: 'uncertain' }],
    [0, 0, -0],
    [0, 0, { value: 'RUN', quality: 'uncertain' }],
  ])
  expect([bad?.['C']?.value, none?.['C']?.value]).toEqual(['bad (12.5)', 'bad'])
  expect(uncertain?.['C']).toEqual({ value: -12.5, style: 5 })
  expect(good?.['C']).toEqual({ value: 0, style: 0 })
  expect(text?.['C']).toEqual({ value: 'RUN', style: 0 })
})

test('EX4 every number and every text comes back as it was', async () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 80 }),
    fc.constantFrom(...Object.values(oddNames(200)), '_x0041_', ' spaces ', 'a\r\nb\tc'),
  )
  const number = fc.double({ noNaN: true, noDefaultInfinity: true })
  await fc.assert(
    fc.asyncProperty(fc.array(fc.oneof(text, number), { maxLength: 30 }), async (values) => {
      const rows = await rowsOf(values.map((value) => [null, null, value]))
      expect(rows.map(({ C }) => C?.value)).toEqual(
        values.map((value) => (typeof value === 'number' ? value + 0 : value)),
      )
    }),
    { numRuns: 50 },
  )
})

test('EX5 no text is a formula, and a number with a minus is a number', async () => {
  const texts = ['=1+1', '+1+1', '-1+1', '@SUM(A1)', '\t=1', '\r=1', '=cmd|"/c calc"!A1']
  const [sheet] = await written(
    [...texts, -12.5].map((value) => [null, null, value]),
    { name: '=cmd', head: '=Oven · Heat' },
  )
  expect(sheet?.xml).not.toContain('<f')
  expect(sheet?.rows[0]?.['C']).toEqual({ value: '=Oven · Heat', style: 6 })
  const cells = sheet?.rows.slice(1).map(({ C }) => C)
  expect(cells?.slice(0, -1)).toEqual(texts.map((value) => ({ value, style: 3 })))
  expect(cells?.at(-1)).toEqual({ value: -12.5, style: 0 })
})

test('EX6 what is more than a sheet can have goes on in a next one', async () => {
  const rows = Array.from({ length: 7 }, (_, index) => [index, index, index])
  const sheets = await written(rows, { maximumRows: 4, name: 'Level/1' })
  expect(sheets.map(({ name }) => name)).toEqual(['Level 1', 'Level 1 (2)', 'Level 1 (3)'])
  for (const {
    rows: [head],
    xml,
  } of sheets) {
    expect(valuesOf(head)).toEqual(['Time', 'Offset', 'Value'])
    expect(xml).toContain(
      '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>',
    )
    expect(xml).toContain('<col min="1" max="1" width="25" customWidth="1"/>')
  }
  const values = sheets.flatMap(({ rows: [, ...below] }) => below.map(({ C }) => C?.value))
  expect(values).toEqual([0, 1, 2, 3, 4, 5, 6])
})

test('EX3 columns beyond the 26th have their places', async () => {
  const path = join(temporaryDirectory(), 'file.xlsx')
  const file = new XlsxFile({ path, offsets: new ZoneOffsets('UTC'), bad: 'bad' })
  const numbers = [...Array.from({ length: 800 }).keys()]
  file.table(
    'Level',
    numbers.map((number) => ({ header: `S-${number}`, kind: 'value', width: 9 })),
  )
  file.row(numbers)
  await file.end()
  const [sheet] = readWorkbook(readFileSync(path))
  const [head = {}, row = {}] = sheet?.rows ?? []
  const letters = Array.from({ length: 26 }, (_, index) => String.fromCharCode(65 + index))
  const pairs = letters.flatMap((first) => letters.map((second) => first + second))
  const places = [...letters, ...pairs, ...pairs.map((pair) => `A${pair}`)].slice(0, 800)
  expect(places.map((place) => row[place]?.value)).toEqual(numbers)
  expect(places.map((place) => head[place]?.value)).toEqual(numbers.map((each) => `S-${each}`))
})

test('EX4 EX6 long sheets have every row once, also with texts that are many', async () => {
  const rows = Array.from({ length: 21_000 }, (_, index): Cell[] => [
    ...[null, null],
    index % 2 === 0 ? `text ${index}` : `text ${index % 100}`,
  ])
  const sheets = await written(rows, { maximumRows: 11_001 })
  expect(sheets.map((sheet) => sheet.rows.length)).toEqual([11_001, 10_001])
  const values = sheets.flatMap((sheet) => sheet.rows.slice(1).map(({ C }) => C?.value))
  expect(values).toEqual(rows.map(([, , text]) => text))
})

test('EX3 sheets have names that Excel takes, no two alike', () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ unit: 'binary', maxLength: 60 }), { maxLength: 20 }),
      (all) => {
        const names = new SheetNames()
        const taken = [...all, ...all, 'History'].map((name) => names.take(name))
        expect(new Set(taken.map((name) => name.toLowerCase())).size).toBe(taken.length)
        for (const name of taken) {
          expect(name).toMatch(/^(?!')[^[\]:*?/\\\p{Cc}]{1,31}(?<!')$/u)
          expect(name.isWellFormed()).toBe(true)
          expect(name.toLowerCase()).not.toBe('history')
        }
      },
    ),
  )
})

test.each([
  ['Straße', 'STRASSE'],
  ['ırmak', 'IRMAK'],
  ['İ', 'i̇'],
  ['ﬁlter', 'FILTER'],
  ['é', 'e\u0301'],
  ['Ａ1', 'a1'],
])('EX51 names that some spreadsheet takes for the same are two: %s and %s', (one, other) => {
  const names = new SheetNames()
  expect(names.take(one)).toBe(one)
  expect(names.take(other)).toBe(`${other} (2)`)
})

test('EX52 controls that XML has signs for are written as they are', async () => {
  // Long enough to stand in the sheet itself.
  const text = `${'a'.repeat(70)}\u007fb\u0085c\u009fd`
  const [sheet] = await written([[0, 0, text]])
  expect(sheet?.rows[1]?.['C']?.value).toBe(text)
  expect(sheet?.xml).not.toMatch(/_x00[789]/)
})

test('EX53 a column has room for its head, in every language, yet not for any name', async () => {
  const widthOf = async (head: string) => {
    const [sheet] = await written([], { head })
    return Number(/<col min="3" max="3" width="([\d.]+)"/.exec(sheet?.xml ?? '')?.[1])
  }
  expect(await widthOf('Value')).toBe(16)
  for (const head of ['Availability (share of the time)', 'Смещение от UTC (часы, минуты)'])
    expect(await widthOf(head)).toBeGreaterThanOrEqual(head.length)
  expect(await widthOf('可用率（時間占比，百分比）')).toBeGreaterThanOrEqual(26)
  expect(await widthOf('x'.repeat(200))).toBe(40)
})
