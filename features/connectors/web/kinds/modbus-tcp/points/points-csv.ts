import type { CsvLine } from '#kit/web/csv/csv-lines.ts'
import { csvText, unguarded } from '#kit/web/csv/csv-text.ts'
import { newPoint, type EnteredPoint } from '../entered.ts'

/** The columns of a file of points; the first five have to be there. */
export const pointColumns = [
  ...['device', 'key', 'table', 'address', 'type'],
  ...['unit', 'order', 'bit', 'length', 'group', 'writable'],
] as const
/** Those that a file has to have. */
export const requiredColumns = ['device', 'key', 'table', 'address', 'type']

/** The points as a file. */
export function pointsCsv(points: readonly EnteredPoint[]): string {
  const lines = points.map((point) =>
    [
      ...[point.lesiId, point.key, point.table, point.address, point.type],
      ...[point.unitId, point.order, point.bit, point.length, point.group],
      point.isWritable ? 'yes' : 'no',
    ].map(String),
  )
  return csvText(pointColumns, lines)
}

export type ReadPoints =
  | { readonly points: readonly EnteredPoint[] }
  | { readonly unknown: readonly string[]; readonly missing: readonly string[] }

/**
 * The points of a file; what is wrong in a cell stays as it is, for the server to validate. Columns
 * that are missing have their usual values; a group that is not named is `group`.
 */
export function readPoints([head, ...lines]: readonly CsvLine[], group: string): ReadPoints {
  const names = (head?.cells ?? []).map((name) => name.trim().toLowerCase())
  const unknown = names.filter((name) => !(pointColumns as readonly string[]).includes(name))
  const missing = requiredColumns.filter((name) => !names.includes(name))
  if (unknown.length + missing.length > 0) return { unknown, missing }
  const points = lines.map(({ cells }) => {
    const cell = (name: string) => unguarded(cells[names.indexOf(name)] ?? '').trim()
    const number = (name: string, usual: number | string) => numberOf(cell(name)) ?? usual
    return {
      ...{ lesiId: cell('device'), key: cell('key'), table: cell('table').toLowerCase() },
      ...{ address: number('address', ''), type: cell('type').toLowerCase() },
      unitId: number('unit', newPoint.unitId),
      order: cell('order').toUpperCase() || newPoint.order,
      bit: number('bit', newPoint.bit),
      length: number('length', newPoint.length),
      group: cell('group') || group,
      isWritable: /^(?:yes|true|1)$/i.test(cell('writable')),
    }
  })
  return { points }
}

/** Null for an empty cell; what is no whole number, also in hexadecimal, stays a text. */
function numberOf(text: string): number | string | null {
  if (text === '') return null
  return /^(?:\d+|0x[0-9a-f]+)$/i.test(text) ? Number(text) : text
}
