import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { temporaryDirectory } from '#testing/temporary-directory.ts'
import { CsvFile } from './csv-file.ts'
import type { Cell } from './table.ts'
import { ZoneOffsets } from './zone-offsets.ts'

async function written(rows: readonly (readonly Cell[])[], timezone = 'UTC'): Promise<string> {
  const path = join(temporaryDirectory(), 'file.csv')
  const file = new CsvFile({ path, offsets: new ZoneOffsets(timezone), bad: 'bad' })
  file.table('Readings', [
    { header: `Time (${timezone})`, kind: 'time', width: 1 },
    { header: 'Offset', kind: 'offset', width: 1 },
    { header: 'Level, "m"', kind: 'value', width: 1 },
  ])
  for (const row of rows) {
    file.row(row)
    await file.drain()
  }
  await file.end()
  return readFileSync(path, 'utf8')
}

test('EX9 a file is UTF-8 with its mark, as RFC 4180 says, times have their offset', async () => {
  const at = Date.UTC(2026, 10, 1, 4, 0, 0, 250)
  const rows = [at, at + 3_600_000].map((time): Cell[] => [time, time, -12.5])
  expect(await written([...rows, [at, at, null]], 'America/St_Johns')).toBe(
    '\ufeffTime (America/St_Johns),"Level, ""m"""\r\n' +
      '2026-11-01T01:30:00.250-02:30,-12.5\r\n' +
      '2026-11-01T01:30:00.250-03:30,-12.5\r\n' +
      '2026-11-01T01:30:00.250-02:30,\r\n',
  )
})

test('EX5 EX9 texts come back as they were, but for what would be computed', async () => {
  const text = fc.string({ unit: 'binary', maxLength: 30 }).map((each) => each.toWellFormed())
  const odd = fc.constantFrom(
    '=1+1',
    '+1',
    '-1+1',
    '-12.5',
    '@a',
    '\t=1',
    '"a"\r\nb',
    '-1e5',
    '-x',
    '＝1',
  )
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.oneof(text, odd), { minLength: 1, maxLength: 20 }),
      async (texts) => {
        const file = await written(texts.map((each) => [0, 0, each]))
        const lines = parse(file, { bom: true }).slice(1) as string[][]
        const read = lines.map(([, value = '']) => value)
        for (const value of read)
          if (!/^-?[\d.]+(e\d+)?$/.test(value)) expect(value).not.toMatch(/^[=+\-@\t\r＝]/)
        expect(
          read.map((value, index) => (value === `'${texts[index]}` ? texts[index] : value)),
        ).toEqual(texts)
      },
    ),
    { numRuns: 50 },
  )
})

test('EX4 bad values are texts in CSV too', async () => {
  const file = await written([
    [0, 0, { value: 12.5, quality: 'bad' }],
    [0, 0, { value: 12.5, quality: 'uncertain' }],
  ])
  expect(
    file
      .split('\r\n')
      .slice(1, 3)
      .map((line) => line.split(',')[1]),
  ).toEqual(['bad (12.5)', '12.5'])
})

test('EX4 a file longer than what waits in memory has every row once, in order', async () => {
  const rows = Array.from({ length: 12_000 }, (_, index): Cell[] => [index, index, index])
  const lines = (await written(rows)).split('\r\n')
  expect(lines.slice(1, -1).map((line) => Number(line.split(',')[1]))).toEqual([...rows.keys()])
})

test('EX17 who writes rows waits for a disk that is slow', async () => {
  const path = join(temporaryDirectory(), 'file.csv')
  const file = new CsvFile({ path, offsets: new ZoneOffsets('UTC'), bad: 'bad' })
  file.table('Readings', [{ header: 'Level', kind: 'value', width: 1 }])
  for (let row = 0; row < 20; row++) {
    file.row(['x'.repeat(70_000)])
    const before = file.bytes
    await file.drain()
    expect(file.bytes).toBeGreaterThan(before)
  }
  expect(await file.end()).toBeGreaterThan(20 * 70_000)
})
