import {
  NewCalculation,
  type CalculatedSensor,
  type Inputs,
} from '#features/calculations/contract/calculation.ts'
import { fieldError, type FieldError } from '#kit/model/calls/field-errors.ts'
import type { CsvLine } from '#kit/web/csv/csv-lines.ts'
import { csvText, unguarded } from '#kit/web/csv/csv-text.ts'

const columns = ['device', 'key', 'alias', 'type', 'unit', 'expression', 'inputs'] as const

/** Inputs as one cell: `a=PUMP-1/flow; b=PUMP-2/flow`. */
export function inputsText(inputs: CalculatedSensor['inputs']): string {
  const escaped = (key: string) => key.replaceAll(/[\\;]/g, (sign) => `\\${sign}`)
  return Object.entries(inputs)
    .map(([name, { thing, key }]) => `${name}=${thing}/${escaped(key)}`)
    .join('; ')
}

/** The inputs of such a cell; null when it is none. */
export function inputsOfText(text: string): Inputs | null {
  const inputs: Record<string, { thing: string; key: string }> = {}
  for (const [part] of text.matchAll(/(?:\\[^]|[^;\\])+/gu)) {
    if (part.trim() === '') continue
    const [, name, thing, key] = /^\s*([^=\s]+)\s*=\s*([^/]+)\/([^]+?)\s*$/u.exec(part) ?? []
    if (name === undefined || thing === undefined || key === undefined) return null
    if (Object.hasOwn(inputs, name)) return null
    inputs[name] = { thing, key: key.replaceAll(/\\([^])/gu, '$1') }
  }
  return inputs
}

/** The calculated sensors as a file. */
export function calculationsCsv(calculations: readonly CalculatedSensor[]): string {
  const lines = calculations.map(({ thing, key, alias, type, unit, expression, inputs }) => [
    ...[thing, key, alias, type, unit, expression, inputsText(inputs)],
  ])
  return csvText(columns, lines)
}

export interface CsvProblem {
  readonly line: number
  readonly column: string
  readonly error: FieldError
}

export interface CsvCalculations {
  readonly calculations: readonly NewCalculation[]
  /** Of each of the calculations, the line that it is in. */
  readonly lines: readonly number[]
  readonly problems: readonly CsvProblem[]
}

/** What a file says, and every line of it that cannot be one. */
export function calculationsOf([head, ...rest]: readonly CsvLine[]): CsvCalculations {
  const names = (head?.cells ?? []).map((name) => name.trim())
  const missing = (['device', 'key', 'expression', 'inputs'] as const).filter(
    (name) => !names.includes(name),
  )
  if (missing.length > 0) {
    const error = fieldError('required')
    const problems = missing.map((column) => ({ line: 1, column, error }))
    return { calculations: [], lines: [], problems }
  }
  const found: { line: number; calculation: NewCalculation }[] = []
  const problems: CsvProblem[] = []
  for (const { number: line, cells } of rest) {
    const cell = (name: string) => unguarded(cells[names.indexOf(name)] ?? '')
    const ifFilled = (name: string) =>
      cell(name).trim() === '' ? {} : { [name]: cell(name).trim() }
    const inputs = inputsOfText(cell('inputs'))
    const parsed = NewCalculation.safeParse({
      ...{ thing: cell('device').trim(), key: cell('key'), expression: cell('expression'), inputs },
      ...{ ...ifFilled('alias'), ...ifFilled('type'), ...ifFilled('unit') },
    })
    if (parsed.success) found.push({ line, calculation: parsed.data })
    else
      for (const { path } of parsed.error.issues)
        problems.push({ line, column: columnOf(path[0]), error: fieldError('not_accepted') })
  }
  return {
    calculations: found.map(({ calculation }) => calculation),
    lines: found.map(({ line }) => line),
    problems,
  }
}

const columnOf = (field: PropertyKey | undefined) =>
  field === 'thing' ? 'device' : String(field ?? '')

/**
 * What the server refused of saved calculations, at the lines that they are in; `refused` by its
 * paths, such as `calculations.3.key`.
 */
export function refusedLines(
  refused: Readonly<Record<string, readonly FieldError[]>>,
  lines: readonly number[],
): readonly CsvProblem[] {
  return Object.entries(refused).flatMap(([path, [error]]) => {
    const [, index, field] = path.split('.')
    return error ? [{ line: lines[Number(index)] ?? 1, column: columnOf(field), error }] : []
  })
}
