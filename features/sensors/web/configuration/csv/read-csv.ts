import {
  configurationErrors,
  configurationFields,
  configurationOf,
  hasEffect,
  withoutEffect,
  isSameField,
  type ConfigurationField,
} from '#features/sensors/contract/configuration.ts'
import { fieldError, type FieldError } from '#kit/model/calls/field-errors.ts'
import type { Sensor } from '#kit/model/sensor.ts'
import type { CsvLine } from '#kit/web/csv/csv-lines.ts'
import { unguarded } from '#kit/web/csv/csv-text.ts'
import { plainWriting, readField } from '../draft/field-text.ts'
import { nameColumns } from './csv-text.ts'

/** What is wrong with a line, or with one of its cells. */
export interface CsvProblem {
  readonly line: number
  /** Empty: the line as a whole. */
  readonly column: string
  readonly text: string
  readonly error: FieldError
}

export interface CsvPlan {
  readonly changes: readonly {
    readonly sensor: Sensor
    readonly field: ConfigurationField
    readonly value: unknown
  }[]
  /** Sensors that the changes are of. */
  readonly sensors: number
  readonly problems: readonly CsvProblem[]
}

type Changes = Map<ConfigurationField, unknown>

/** What a file would change, and everything that is wrong with it. A wrong line changes nothing. */
export function planOf(
  [head, ...lines]: readonly CsvLine[],
  sensorOf: (lesiId: string, key: string) => Sensor | undefined,
): CsvPlan {
  const names = (head?.cells ?? []).map((name) => name.trim())
  const known = new Set<string>([...nameColumns, ...configurationFields])
  const problems: CsvProblem[] = names
    .filter((name) => !known.has(name))
    .map((name) => ({ line: 1, column: name, text: name, error: fieldError('unknown_column') }))
  for (const name of nameColumns)
    if (!names.includes(name))
      problems.push({ line: 1, column: name, text: '', error: fieldError('required') })
  if (problems.length > 0) return { changes: [], sensors: 0, problems }
  const planned = new Map<Sensor, Changes>()
  for (const { number, cells } of lines) {
    const cell = (name: string) => unguarded(cells[names.indexOf(name)] ?? '')
    const sensor = sensorOf(cell('device').trim(), cell('key'))
    const read = sensor && !planned.has(sensor) ? readLine(names, cell, sensor) : null
    if (sensor && read?.problems.length === 0) planned.set(sensor, read.changes)
    const text = `${cell('device')}/${cell('key')}`
    const error = fieldError(sensor ? 'repeated' : 'unknown_sensor')
    const found = read?.problems ?? [{ column: '', text, error }]
    problems.push(...found.map((problem) => ({ line: number, ...problem })))
  }
  const changes = [...planned].flatMap(([sensor, own]) =>
    [...own].map(([field, value]) => ({ sensor, field, value })),
  )
  return { changes, sensors: new Set(changes.map(({ sensor }) => sensor)).size, problems }
}

type LineProblem = Omit<CsvProblem, 'line'>

interface ReadLine {
  readonly changes: Changes
  readonly problems: readonly LineProblem[]
}

function readLine(
  names: readonly string[],
  cell: (name: string) => string,
  sensor: Sensor,
): ReadLine {
  const changes: Changes = new Map()
  const problems: LineProblem[] = []
  for (const field of configurationFields) {
    if (!names.includes(field)) continue
    const read = readField(field, cell(field), plainWriting)
    if ('error' in read) problems.push({ column: field, text: cell(field), error: read.error })
    else if (!isSameField(read.value, sensor[field])) changes.set(field, read.value)
  }
  const after: Sensor = Object.assign({}, sensor, Object.fromEntries(changes))
  return validated(after, changes, problems, cell)
}

/** Cells of fields that the type does not have may be empty; what is in them is wrong. */
function validated(
  after: Sensor,
  changes: Changes,
  problems: readonly LineProblem[],
  cell: (name: string) => string,
): ReadLine {
  const effective = (field: string) => hasEffect[field as ConfigurationField](after)
  const own = new Map([...changes].filter(([field]) => effective(field)))
  const without = [...changes.keys()]
    .filter((field) => !effective(field) && cell(field).trim() !== '')
    .map((field) => ({ column: field, error: withoutEffect(after, field) }))
  const crossed = Object.entries(configurationErrors(configurationOf(after))).map(
    ([column, error]) => ({ column, error }),
  )
  const found = [...without, ...crossed].map((each) => ({ ...each, text: cell(each.column) }))
  return {
    changes: own,
    problems: [...problems.filter(({ column }) => effective(column)), ...found],
  }
}
