import { expect, test } from 'vitest'
import { wide } from '#testing/sites/import-site.ts'
import type { SensorType } from '#kit/model/sensor.ts'
import type { RefusedRow } from '../../contract/outcome.ts'
import { RowMapper, type MappedReading } from './mapped-rows.ts'
import type { Row } from './row.ts'

/** What is read of rows of a workbook with a column for each of two sensors. */
function read(
  rows: readonly (Omit<Row, 'sheet'> & Partial<Pick<Row, 'sheet'>>)[],
  is1904 = false,
  uncertainColumn?: number,
  types: readonly [SensorType, SensorType] = ['analog', 'string'],
) {
  const time = { column: 0, clockColumn: null, offsetColumn: null, format: 'serial' } as const
  const columns = [
    ['A', 1],
    ['B', 2],
  ] as const
  const mapping = wide(columns, { sheet: 'Data', time })
  const shape = { ...mapping.shape, uncertainColumn: uncertainColumn ?? null }
  const mapper = new RowMapper({
    mapping: { ...mapping, shape } as typeof mapping,
    sensors: types.map((type) => ({ type, isNew: false })),
    ...{ ofColumns: [0, 1], ofNames: new Map(), head: ['Time', 'Level', 'State'], is1904 },
    now: Date.UTC(2030, 0),
  })
  const readings: MappedReading['value'][] = []
  const bad: MappedReading['value'][] = []
  const refused: Omit<RefusedRow, 'sheet'>[] = []
  for (const row of rows)
    mapper.map(
      { sheet: 'Data', ...row },
      {
        reading: ({ value, quality }) => void (quality === 2 ? bad : readings).push(value),
        refused: ({ line, column, reason, text }) =>
          void refused.push({ line, column, reason, text }),
        twice: () => undefined,
      },
    )
  return { readings, refused, bad }
}

test('IM22 a date in the place of a value is no number, and is shown as a date', () => {
  // What a spreadsheet makes of 1.5 where numbers have a comma: the first of May.
  const rows = [
    { line: 2, cells: [46_115.5, 46_143, 46_143.25], dates: new Set([0, 1, 2]) },
    { line: 3, cells: [46_116.5, 0.5, '0.5'], dates: new Set([0, 1]) },
    { line: 4, cells: [46_117.5, 46_143, '46143'], dates: new Set([0]) },
  ]
  expect(read(rows)).toEqual({
    bad: [],
    readings: ['0.5', 46_143, '46143'],
    refused: [
      { line: 2, column: 'Level', reason: 'date', text: '2026-05-01 00:00:00.000' },
      { line: 2, column: 'State', reason: 'date', text: '2026-05-01 06:00:00.000' },
      { line: 3, column: 'Level', reason: 'date', text: '12:00:00.000' },
    ],
  })
  expect(
    read([{ line: 2, cells: [44_653.5, 44_681], dates: new Set([0, 1]) }], true).refused[0],
  ).toMatchObject({
    text: '2026-05-01 00:00:00.000',
  })
})

test('IM26 a text of a sensor says that it is bad in what an export made, and nowhere else', () => {
  const rows = ['bad', 'bad (worn)', "'bad", 'xấu'].map((text, index) => ({
    ...{ line: index + 2, cells: [46_115 + index, null, text], dates: new Set([0]) },
  }))
  const texts = ['bad', 'bad (worn)', "'bad", 'xấu']
  expect(read(rows)).toEqual({ readings: texts, bad: [], refused: [] })
  expect(read(rows, false, 3)).toEqual({
    readings: ['bad'],
    bad: [null, 'worn', null],
    refused: [],
  })
  // No number is called so: historians write it where they have none.
  const numbers = [{ line: 2, cells: [46_115, 'bad'], dates: new Set([0]) }]
  expect(read(numbers)).toEqual({ readings: [], bad: [null], refused: [] })
})

test('IM47 a cell of blanks is empty, but for a sensor of texts', () => {
  const rows = [
    { line: 2, cells: ['  ', ' ', '\u00a0'] },
    { line: 3, cells: [46_115, '  ', ' '] },
    { line: 4, cells: [' ', 1, null] },
  ]
  const refused = [{ line: 4, column: 'Time', reason: 'no_time' as const, text: ' ' }]
  expect(read(rows)).toEqual({ readings: [' '], bad: [], refused })
  expect(read(rows, false, undefined, ['lamp', 'detector'])).toMatchObject({
    readings: [],
    refused,
  })
  // What an export made comes back as it was.
  expect(read(rows, false, 3, ['lamp', 'detector']).readings).toEqual(['  ', ' '])
  expect(read(rows, false, 3, ['counter', 'timer']).readings).toEqual([])
})

test('IM61 a number that its comma parts is refused with its rest', () => {
  const rows = [
    { sheet: null, line: 2, cells: ['2026-01-01', '5', '', '7'] },
    { sheet: null, line: 3, cells: ['2026-01-02', '5', '', ' '] },
    { line: 4, cells: [46_115.5, 5, null, 'a note beside the table'] },
  ]
  const behind = read(rows).refused.filter(({ reason }) => reason === 'more_cells')
  expect(behind).toEqual([{ line: 2, column: '4', reason: 'more_cells', text: '7' }])
})
