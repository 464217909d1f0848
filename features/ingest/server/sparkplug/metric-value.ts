import { maximumTextLength } from '#kit/model/limits.ts'
import { asDouble, plainNumber, unsigned } from './numbers.ts'
import type { DataSet, Metric, Scalar, Template } from './payload-schema.ts'

/** What a metric says; the reason where it cannot be taken. */
export type MetricValue =
  | { readonly value: number | string; readonly isBoolean?: true }
  | { readonly reason: string }

/** Bits of the signed types, by the number of the type. */
const signedBits: Readonly<Record<number, 8 | 16 | 32 | 64>> = { 1: 8, 2: 16, 3: 32, 4: 64 }
const dateTime = 13
const firstArray = 22
const lastArray = 34

/** The value of a metric that is not null, by its type. Structures become JSON. */
export function valueOf(metric: Metric, datatype: number | undefined): MetricValue {
  const { bytesValue, datasetValue, templateValue } = metric
  if (templateValue) return asText(JSON.stringify(templateContent(templateValue, 0)))
  if (datasetValue) return asText(JSON.stringify(dataSetContent(datasetValue)))
  if (bytesValue) return asText(Buffer.from(bytesValue).toString('base64'))
  const scalar = scalarOf(metric, datatype)
  if (scalar === undefined) return { reason: 'has no value that is understood' }
  if (typeof scalar === 'boolean') return { value: scalar ? 1 : 0, isBoolean: true }
  if (typeof scalar === 'object') return scalar
  if (typeof scalar === 'string') return asText(scalar)
  return Number.isFinite(scalar)
    ? { value: scalar }
    : { reason: `must be a number, a text, a boolean or null, not ${scalar}` }
}

/** Whether values of this type are arrays, whose bytes are not read here. */
export const isArrayType = (datatype: number | undefined): boolean =>
  datatype !== undefined && datatype >= firstArray && datatype <= lastArray

type Content = number | string | boolean

/** Undefined where there is no scalar value. */
function scalarOf(
  sent: Scalar,
  datatype: number | undefined,
): Content | { readonly reason: string } | undefined {
  const { intValue, longValue, floatValue, doubleValue, booleanValue, stringValue } = sent
  if (typeof doubleValue === 'number') return doubleValue
  if (typeof floatValue === 'number') return shortest(floatValue)
  if (typeof booleanValue === 'boolean') return booleanValue
  if (typeof stringValue === 'string') return stringValue
  if (datatype === dateTime) return timeText(plainNumber(longValue ?? intValue))
  const bits = signedBits[datatype ?? 0]
  if (longValue !== undefined && longValue !== null) {
    const whole =
      typeof longValue === 'number' ? BigInt.asUintN(64, BigInt(longValue)) : unsigned(longValue)
    return asDouble(bits === undefined ? whole : BigInt.asIntN(bits, whole))
  }
  if (typeof intValue !== 'number') return undefined
  return bits === undefined || bits === 64
    ? intValue >>> 0
    : Number(BigInt.asIntN(bits, BigInt(intValue)))
}

/** The shortest number that is the same in 32 bits: 21.4 and not 21.399999618530273. */
function shortest(value: number): number {
  for (let digits = 6; digits <= 9; digits++) {
    const rounded = Number(value.toPrecision(digits))
    if (Math.fround(rounded) === value) return rounded
  }
  return value
}

function timeText(time: number | undefined): string | undefined {
  if (time === undefined) return undefined
  return Math.abs(time) <= 8.64e15 ? new Date(time).toISOString() : String(time)
}

function asText(text: string): MetricValue {
  if (text.length > maximumTextLength)
    return { reason: `text must have at most ${maximumTextLength} characters` }
  return text.isWellFormed() ? { value: text } : { reason: 'text must not hold half a character' }
}

function dataSetContent({ columns = [], types = [], rows = [] }: DataSet): object {
  return {
    columns,
    rows: rows.map(({ elements = [] }) =>
      elements.map((element, index) => contentOf(scalarOf(element, types[index]))),
    ),
  }
}

const maximumDepth = 8

function templateContent(template: Template, depth: number): object {
  const { templateRef, version, metrics = [], parameters = [] } = template
  return {
    ...(templateRef === undefined || templateRef === '' ? {} : { template: templateRef }),
    ...(version === undefined || version === '' ? {} : { version }),
    ...(parameters.length === 0
      ? {}
      : {
          parameters: membersOf(
            parameters.map((each) => [each.name ?? '', contentOf(scalarOf(each, each.type))]),
          ),
        }),
    metrics: membersOf(
      metrics.map((each) => [each.name ?? '', memberContent(each, depth + 1)] as const),
    ),
  }
}

function memberContent(metric: Metric, depth: number): unknown {
  if (metric.isNull === true) return null
  if (metric.templateValue)
    return depth > maximumDepth ? '…' : templateContent(metric.templateValue, depth)
  if (metric.datasetValue) return dataSetContent(metric.datasetValue)
  if (metric.bytesValue) return Buffer.from(metric.bytesValue).toString('base64')
  return contentOf(scalarOf(metric, metric.datatype))
}

/** Without the names that objects of the language have: `__proto__` is a name like any other. */
function membersOf(members: readonly (readonly [string, unknown])[]): object {
  const object: Record<string, unknown> = Object.create(null)
  for (const [name, value] of members) object[name] = value
  return object
}

function contentOf(scalar: ReturnType<typeof scalarOf>): Content | null {
  if (scalar === undefined) return null
  return typeof scalar === 'object' ? scalar.reason : scalar
}
