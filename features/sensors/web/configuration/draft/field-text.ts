import {
  Configuration,
  maximumAliasLength,
  maximumTimeMs,
  maximumUnitLength,
  type ConfigurationField,
} from '#features/sensors/contract/configuration.ts'
import { statesOfText, statesText } from '#features/sensors/contract/states-text.ts'
import { fieldError, type FieldError } from '#kit/model/calls/field-errors.ts'
import { sensorTypes, type Sensor } from '#kit/model/sensor.ts'

/** How a person writes numbers and units of time. */
export interface Writing {
  /** A number as a field shows it. */
  readonly write: (value: number) => string
  /** What was typed; null or NaN where that is no number. */
  readonly read: (text: string) => number | null
  readonly units: Readonly<Record<'day' | 'hour' | 'minute' | 'second' | 'millisecond', string>>
}

/** As files have it, whatever the language. */
export const plainWriting: Writing = {
  write: String,
  read: (text) => (/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text) ? Number(text) : null),
  units: { day: 'd', hour: 'h', minute: 'min', second: 's', millisecond: 'ms' },
}

const unitMs = {
  day: 86_400_000,
  hour: 3_600_000,
  minute: 60_000,
  second: 1_000,
  millisecond: 1,
} as const
type Unit = keyof typeof unitMs

export type ReadField = { readonly value: unknown } | { readonly error: FieldError }

const numbers: ReadonlySet<ConfigurationField> = new Set([
  ...(['lowerAlarm', 'upperAlarm', 'scaleLow', 'scaleHigh', 'factor', 'offset'] as const),
  ...(['wrapAt', 'decimals'] as const),
])
const times: ReadonlySet<ConfigurationField> = new Set(['intervalMs', 'noChangeMs'])
export const isNumeric = (field: ConfigurationField) => numbers.has(field) || times.has(field)
const optional: ReadonlySet<ConfigurationField> = new Set([
  ...(['lowerAlarm', 'upperAlarm', 'scaleLow', 'scaleHigh', 'wrapAt', 'noChangeMs'] as const),
])

/** A value of a field as a text that `readField` reads as the same; empty for nothing. */
export function fieldText(
  sensor: Pick<Sensor, ConfigurationField>,
  field: ConfigurationField,
  writing: Writing,
): string {
  const value = sensor[field]
  if (value === null) return ''
  if (field === 'states') return statesText(sensor.states)
  if (typeof value === 'number')
    return times.has(field) ? timeText(value, writing) : writing.write(value)
  return typeof value === 'object' ? '' : String(value)
}

function timeText(ms: number, { write, units }: Writing): string {
  const names = Object.keys(unitMs) as Unit[]
  const unit = names.find((name) => ms % unitMs[name] === 0) ?? 'millisecond'
  return `${write(ms / unitMs[unit])} ${units[unit]}`
}

/** The value that a text means for a field, or why it means none. */
export function readField(field: ConfigurationField, typed: string, writing: Writing): ReadField {
  const text = typed.trim()
  const read = text === '' && optional.has(field) ? { value: null } : readText(field, text, writing)
  if ('error' in read) return read
  const checked = Configuration.shape[field].safeParse(read.value)
  return checked.success ? { value: checked.data } : { error: boundsError(field, read.value) }
}

function readText(field: ConfigurationField, text: string, writing: Writing): ReadField {
  if (field === 'unit') return { value: text }
  if (field === 'states') {
    const states = statesOfText(text)
    return states ? { value: states } : { error: fieldError('states_line') }
  }
  if (text === '') return { error: fieldError('required') }
  if (field === 'isNew') {
    const isNew = { true: true, false: false }[text.toLowerCase()]
    return isNew === undefined ? wrong : { value: isNew }
  }
  if (times.has(field)) return readTime(text, writing)
  if (!numbers.has(field)) return { value: text }
  const number = writing.read(text)
  return number === null || !Number.isFinite(number) ? wrong : { value: number }
}

const wrong = { error: fieldError('wrong_type', { expected: 'a number' }) } as const

/** A number with a unit; without one it is seconds. */
function readTime(text: string, { read, units }: Writing): ReadField {
  const names = Object.keys(unitMs) as Unit[]
  const [, amount = '', unit = ''] = /^(.*?)\s*([^\d\s.,]*)$/u.exec(text) ?? []
  const known = (name: Unit) =>
    [units[name], plainWriting.units[name]].some((each) => each === unit.toLowerCase())
  const name = unit === '' ? 'second' : names.find(known)
  const number = read(amount)
  if (name === undefined || number === null || !Number.isFinite(number))
    return { error: fieldError('time_text') }
  return { value: Math.round(number * unitMs[name]) }
}

/** Why a value that was understood is out of its bounds. */
function boundsError(field: ConfigurationField, value: unknown): FieldError {
  if (field === 'type') return fieldError('not_an_option', { options: sensorTypes.join(', ') })
  if (field === 'factor') return fieldError('zero')
  if (field === 'wrapAt') return fieldError('greater_than', { minimum: 0 })
  if (field === 'decimals')
    return Number(value) > 9
      ? fieldError('too_large', { maximum: 9 })
      : fieldError('whole_from_zero')
  if (times.has(field))
    return Number(value) > maximumTimeMs
      ? fieldError('time_too_long', { days: maximumTimeMs / unitMs.day })
      : fieldError('time_text')
  const maximum = field === 'alias' ? maximumAliasLength : maximumUnitLength
  return String(value).length > maximum
    ? fieldError('too_long', { maximum })
    : fieldError('not_accepted')
}
