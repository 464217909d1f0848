import { looksLikeFormula } from '#kit/model/spreadsheet-text.ts'

/** A row of a table: a reading, or what a step sums up. */
export type Row =
  | {
      readonly time: string
      readonly value: number | string | null
      readonly quality: string
    }
  | {
      readonly time: string
      readonly count: number
      readonly average: number | null
      readonly minimum: number
      readonly maximum: number
      readonly last: number
    }

const ofReadings = ['time', 'value', 'quality']
const ofSteps = ['time', 'count', 'average', 'minimum', 'maximum', 'last']

/** Rows as CSV (RFC 4180), with their names above. No text of it is a formula of a spreadsheet. */
export function csvOf(rows: readonly Row[], isStepped: boolean): string {
  const names = isStepped ? ofSteps : ofReadings
  const lines = rows.map((row) => {
    const cells: Readonly<Record<string, number | string | null>> = row
    return names.map((name) => cellOf(cells[name] ?? null)).join(',')
  })
  return [names.join(','), ...lines, ''].join('\r\n')
}

function cellOf(value: number | string | null): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const text = looksLikeFormula(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
