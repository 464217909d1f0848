import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fileOf } from '#testing/made-files.ts'
import { csvRows } from './csv-rows.ts'
import type { Row } from './row.ts'

const form = { encoding: 'utf-8', separator: ',', quote: '"' } as const

async function readAll(text: string): Promise<readonly Row[]> {
  const rows: Row[] = []
  for await (const portion of (await csvRows(fileOf(text), form)).rows) rows.push(...portion)
  return rows
}

/** Rows in short: their line with their cells, or what cannot be read of it. */
const brief = (rows: readonly Row[]) =>
  rows.map(({ line, cells, isBroken }) => [line, isBroken ? 'broken' : 'read', ...cells])

test('IM17 a stray quotation mark loses its row alone, of many rows behind it none', async () => {
  const lines = Array.from({ length: 60_000 }, (_, index) => `${1_790_000_000 + index},5`)
  lines[100] = '1790000100,"5'
  const rows = await readAll(`time,v\n${lines.join('\n')}\n`)
  expect(rows).toHaveLength(60_001)
  expect(rows.filter(({ isBroken }) => isBroken)).toEqual([
    { sheet: null, line: 102, cells: ['1790000100,"5'], isBroken: true },
  ])
  expect(
    brief(rows)
      .slice(100, 104)
      .map(([line]) => line),
  ).toEqual([101, 102, 103, 104])
})

test('IM17 a quoted cell has line breaks, separators and quotation marks of its own', async () => {
  const rows = await readAll('a,"one\r\ntwo, ""three""\n"\r\n\r\n"","4"" x"\n5,"\n",6\n7,""\r8,9')
  expect(brief(rows)).toEqual([
    [1, 'read', 'a', 'one\r\ntwo, "three"\n'],
    [5, 'read', '', '4" x'],
    [6, 'read', '5', '\n', '6'],
    [8, 'read', '7', ''],
    [9, 'read', '8', '9'],
  ])
})

test('IM17 a quotation mark that neither opens nor closes a cell stays in its text', async () => {
  expect(brief(await readAll('5",6"x\n"7" inch,8\n"9,0"1,2\n'))).toEqual([
    [1, 'read', '5"', '6"x'],
    [2, 'read', '"7" inch', '8'],
    [3, 'read', '"9,0"1', '2'],
  ])
})

test('IM17 what is refused is the line where the quotation mark opens', async () => {
  const before = '1,"two\nlines","3\n4,5\n"6","7"\n'
  expect(brief(await readAll(before))).toEqual([
    [2, 'broken', 'lines","3'],
    [3, 'read', '4', '5'],
    [4, 'read', '6', '7'],
  ])
  const long = `1,"2\n${'3,4\n'.repeat(20_000)}5,6"\n`
  const rows = await readAll(long)
  expect(rows).toHaveLength(20_002)
  expect(brief(rows).at(-1)).toEqual([20_002, 'read', '5', '6"'])
})

test('IM6 a line of many megabytes is refused, and the rows around it are read', async () => {
  const rows = await readAll(`1,2\n3,${'4'.repeat(5_000_000)}\n5,6\n`)
  expect(rows.map(({ line, isBroken }) => [line, isBroken === true])).toEqual([
    [1, false],
    [2, true],
    [3, false],
  ])
})

// Read anew from each line without a bound, this would take hours.
test('IM6 quotation marks that never close cost no more than their file', async () => {
  for (const line of ['"x', '""x', '"""x', 'a","b', '"b""'])
    expect(await readAll(`${line}\n`.repeat(100_000))).not.toEqual([])
})

const cell = fc.stringMatching(/^[a-z0-9. ]{1,6}$/)
const table = fc.array(fc.tuple(cell, cell), { minLength: 2, maxLength: 12 })

test('IM17 of a table one stray quotation mark anywhere loses no other row', async () => {
  await fc.assert(
    fc.asyncProperty(
      ...([table, fc.boolean(), fc.nat(), fc.nat(), fc.constantFrom('\n', '\r\n')] as const),
      async (records, isQuoted, row, place, ending) => {
        const written = (text: string) => (isQuoted ? `"${text}"` : text)
        const lines = records.map((cells) => cells.map(written).join(','))
        const hit = row % lines.length
        const line = lines[hit] ?? ''
        const at = place % (line.length + 1)
        const stray = lines.with(hit, `${line.slice(0, at)}"${line.slice(at)}`)
        const rows = await readAll(stray.join(ending) + ending)
        const others = rows.filter((each) => each.line !== hit + 1)
        expect(others.map(({ cells }) => cells)).toEqual(records.toSpliced(hit, 1))
        expect(rows).toHaveLength(records.length)
      },
    ),
  )
})

test('IM17 every table comes back that is quoted as CSV wants it', async () => {
  const any = fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', '\r', ' ') })
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(any, any), { minLength: 1 }), async (records) => {
      const lines = records.map((cells) =>
        cells.map((text) => `"${text.replaceAll('"', '""')}"`).join(','),
      )
      const rows = await readAll(lines.join('\r\n'))
      expect(rows.map(({ cells }) => cells)).toEqual(records)
    }),
  )
})
