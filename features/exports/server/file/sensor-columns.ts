import type { ExportedSensor } from './reading-rows.ts'
import type { Cell, Column } from './table.ts'
import type { Words } from './words.ts'

/** Columns that name a sensor: the head of each, its width in signs, and its cell. */
const columns: readonly {
  readonly header: (words: Words) => string
  readonly width: number
  readonly cell: (sensor: ExportedSensor) => Cell
}[] = [
  { header: ({ device }) => device, width: 22, cell: ({ device }) => device },
  { header: ({ sensor }) => sensor, width: 26, cell: ({ alias }) => alias },
  { header: ({ key }) => key, width: 18, cell: ({ key }) => key },
  { header: ({ unit }) => unit, width: 8, cell: ({ unit }) => unit },
]

export const sensorColumns = (words: Words): Column[] =>
  columns.map(({ header, width }) => ({ header: header(words), kind: 'value', width }))

export const sensorCells = (sensor: ExportedSensor): Cell[] =>
  columns.map(({ cell }) => cell(sensor))
