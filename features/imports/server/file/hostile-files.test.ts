import { readFileSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { inspect } from '../inspection/inspect.ts'
import { fileOf, packageOf, partsOf } from '#testing/made-files.ts'
import { wide } from '#testing/sites/import-site.ts'
import { Batches } from './batches.ts'
import { RowMapper } from './mapped-rows.ts'
import { openRows } from './open-rows.ts'
import { maximumColumns, type Mapping } from '../../contract/mapping.ts'

const failureOf = (path: string) =>
  inspect(path, {}).then(
    () => 'read',
    (error: { readonly failure?: string }) => error.failure,
  )

/** The readings of a file with one sensor, and why others are none. */
async function readAll(path: string, mapping: Mapping) {
  const source = await openRows(path, mapping)
  const { head, is1904 } = source
  const mapper = new RowMapper({
    ...{ mapping, head, is1904, now: Date.UTC(2026, 10, 20), ofNames: new Map() },
    sensors: Array.from({ length: 4 }, () => ({ type: 'analog', isNew: false }) as const),
    ofColumns: [0, 1, 2, 3],
  })
  const batches = new Batches(source, mapper)
  const values: number[] = []
  const refused: (readonly [line: number, reason: string])[] = []
  const columns: (string | null)[] = []
  for (let isLast = false; !isLast;) {
    const batch = await batches.next()
    values.push(...batch.value)
    refused.push(...batch.refused.map(({ line, reason }) => [line, reason] as const))
    columns.push(...batch.refused.map(({ column }) => column))
    isLast = batch.isLast
  }
  return { values, refused, columns }
}

const row = (number: number, value: string) =>
  `<row r="${number}"><c r="A${number}" s="1"><v>${46_000 + number}</v></c>${value}</row>`
const serial = { column: 0, clockColumn: null, offsetColumn: null, format: 'serial' } as const
const sheet = { sheet: 'Data', headRows: 0, time: serial }

test('IM6 entities that a workbook declares are refused', async () => {
  const parts = partsOf(row(1, '<c r="B1" t="s"><v>0</v></c>'))
  const bomb = `<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;">]>`
  const texts = `<?xml version="1.0"?>${bomb}<sst><si><t>&b;</t></si></sst>`
  expect(await failureOf(await packageOf({ ...parts, 'xl/sharedStrings.xml': texts }))).toBe(
    'dangerous',
  )
})

test('IM6 a part that unpacks to more than is read is refused before it is', async () => {
  const parts = partsOf(row(1, '<c r="B1"><v>1</v></c>'))
  const texts = Buffer.alloc(65 * 1024 * 1024, ' ')
  expect(await failureOf(await packageOf({ ...parts, 'xl/sharedStrings.xml': texts }))).toBe(
    'too_large',
  )
})

test('IM6 a part that declares less than it unpacks to is refused', async () => {
  const parts = partsOf(row(1, '<c r="B1"><v>1</v></c>').padEnd(1_000_003))
  const path = await packageOf(parts)
  const file = readFileSync(path)
  const declared = Buffer.alloc(4)
  declared.writeUInt32LE(Buffer.byteLength(parts['xl/worksheets/sheet1.xml'] ?? ''))
  for (let at = file.indexOf(declared); at !== -1; at = file.indexOf(declared, at + 1))
    file.writeUInt32LE(1_000, at)
  writeFileSync(path, file)
  expect(await failureOf(path)).toBe('not_readable')
})

test.each([
  ['nothing', Buffer.alloc(0), 'empty'],
  ['bytes of no text', Buffer.from([1, 0, 0, 2, 0, 0, 3]), 'not_readable'],
  ['a former workbook', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 1, 2, 3]), 'encrypted'],
  ['half a package', Buffer.from('PK\x03\x04half', 'latin1'), 'not_readable'],
])('IM6 %s is answered clearly', async (_, content, expected) => {
  expect(await failureOf(fileOf(content))).toBe(expected)
})

test('IM60 a file of empty lines has no rows, and is not damaged', async () => {
  expect(await failureOf(fileOf(Buffer.from('\r\n\r\n')))).toBe('empty')
})

test('IM6 of a formula its stored result counts, and what is an error is refused', async () => {
  const rows = [
    row(1, '<c r="B1"><f>1+1</f><v>2</v></c>'),
    row(2, '<c r="B2"><f>HYPERLINK("http://x")</f></c>'),
    row(3, '<c r="B3" t="e"><v>#DIV/0!</v></c>'),
    row(4, '<c r="B4"><v>9007199254740993</v></c>'),
    row(5, '<c r="XFD5" s="1"/>'),
    row(6, '<c r="B6"><v>0.30000000000000004</v></c>'),
    row(7, '<c r="B7"><v>1e-400</v></c>'),
    row(8, '<c r="B8"><f>A8+1</f><v /></c>'),
    row(9, '<c r="B9" t="b"><f>A9=1</f><v></v></c>'),
    row(10, '<c r="B10" t="str"><f>IF(A10,"","")</f><v></v></c>'),
    row(11, '<c r="B11" s="1"><v/></c>'),
  ]
  const path = await packageOf(partsOf(rows.join('')))
  expect(await readAll(path, wide([['D', 1]], sheet))).toMatchObject({
    values: [2, 0.1 + 0.2],
    refused: [
      [2, 'formula'],
      [3, 'cell_error'],
      [4, 'rounded'],
      [7, 'rounded'],
      [8, 'formula'],
      [9, 'formula'],
    ],
  })
})

const separators = ','.repeat(maximumColumns - 1)
test.each([
  ['a workbook', () => packageOf(partsOf(row(1, '<c r="XFD1"><v>5</v></c>')))],
  ['CSV', () => fileOf(`time${separators},more\n2026-01-01,1\n`)],
  ['CSV with quotation marks', () => fileOf(`"time"${separators},more\n2026-01-01,1\n`)],
])('IM6 %s with more columns than are read is refused, not cut', async (_, made) => {
  const path = await made()
  expect(await failureOf(path)).toBe('too_many_columns')
  const mapping = path.endsWith('.xlsx') ? wide([['D', 1]], sheet) : wide([['D', 1]])
  await expect(readAll(path, mapping)).rejects.toMatchObject({ failure: 'too_many_columns' })
})

test('IM6 as many columns as are read are taken, with empty cells behind them', async () => {
  const path = fileOf(`time${separators}, ,\n"2026-01-01"${separators.slice(1)},last,,""\n`)
  const [table] = (await inspect(path, {})).tables
  expect(table?.head).toHaveLength(maximumColumns)
  expect(table?.rows[0]?.at(-1)).toBe('last')
})

test('IM3 dates of a workbook of 1904', async () => {
  const path = await packageOf(partsOf(row(1, '<c r="B1"><v>1</v></c>'), { date1904: true }))
  const source = await openRows(path, wide([['D', 1]], sheet))
  expect(source.is1904).toBe(true)
  source.close()
})

test('IM6 a quotation mark that is never closed ends no other row', async () => {
  const path = fileOf(
    `time,v\n2026-01-01T00:00:00Z,1\n2026-01-01T00:00:01Z,"2\n${'x\n'.repeat(600_000)}`,
  )
  const { values, refused } = await readAll(path, wide([['D', 1]]))
  expect(values).toEqual([1])
  expect(refused).toHaveLength(600_001)
  expect(refused[0]).toEqual([3, 'unreadable_row'])
})

test('IM11 what is in a file twice counts once, a second value is another', async () => {
  const line = '2026-01-01T00:00:00Z,1\n'
  const { values } = await readAll(
    fileOf(`time,v\n${line}${line}${line.replace(',1', ',2')}`),
    wide([['D', 1]]),
  )
  expect(values).toEqual([1, 2])
})

test('IM12 each refused row is named by its line', async () => {
  const file =
    'time,v\n"2026-01-01T00:00:00Z","1\n"\n2026-01-01T00:00:01Z,x\n,5\n\n2099-01-01,1\n' +
    '2026-01-01,NaN\n'
  expect((await readAll(fileOf(file), wide([['D', 1]]))).refused).toEqual([
    [4, 'not_a_number'],
    [5, 'no_time'],
    [7, 'in_future'],
    [8, 'not_finite'],
  ])
})

test('IM12 columns that are called alike, or not at all, have their number', async () => {
  const columns = [1, 2, 3, 4].map((column) => ['D', column] as const)
  const path = fileOf('time,v,w,v,\n2026-01-01T00:00:00Z,a,b,c,d\n')
  expect((await readAll(path, wide(columns))).columns).toEqual(['v (2)', 'w', 'v (4)', '5'])
})
