import { maximumTextLength } from '#kit/model/limits.ts'
import { shortestSingle } from '#kit/model/numbers/single-precision.ts'
import { isArrayType, readArray } from './metric-arrays.ts'
import { asDouble, plainNumber, unsigned, wholeOfType } from './numbers.ts'
import type { DataSet, Metric, Scalar, Template } from './payload-schema.ts'
import { timeText } from './scalars.ts'

/** What a metric says; the reason where it cannot be taken. */
export type MetricValue =
  | { readonly value: number | string; readonly isBoolean?: true }
  | { readonly reason: string }

const dateTime = 13

/** The value of a metric that is not null, by its type. Structures and arrays become JSON. */
export function valueOf(metric: Metric, datatype: number | undefined): MetricValue {
  const { bytesValue, datasetValue, templateValue } = metric
  if (templateValue) return asText(JSON.stringify(templateContent(templateValue, 0)))
  if (datasetValue) return asText(JSON.stringify(dataSetContent(datasetValue)))
  if (isArrayType(datatype)) return arrayText(metric, datatype)
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

function arrayText({ bytesValue }: Metric, datatype: number): MetricValue {
  const elements = readArray(bytesValue ?? new Uint8Array(), datatype)
  return 'reason' in elements ? elements : asText(JSON.stringify(elements))
}

type Content = number | string | boolean

/** Undefined where there is no scalar value. */
function scalarOf(
  sent: Scalar,
  datatype: number | undefined,
): Content | { readonly reason: string } | undefined {
  const { intValue, longValue, floatValue, doubleValue, booleanValue, stringValue } = sent
  if (typeof doubleValue === 'number') return doubleValue
  if (typeof floatValue === 'number') return shortestSingle(floatValue)
  if (typeof booleanValue === 'boolean') return booleanValue
  if (typeof stringValue === 'string') return stringValue
  if (datatype === dateTime) {
    const time = plainNumber(longValue ?? intValue)
    return time === undefined ? undefined : timeText(time)
  }
  if (longValue !== undefined && longValue !== null) {
    const sent =
      typeof longValue === 'number' ? BigInt.asUintN(64, BigInt(longValue)) : unsigned(longValue)
    return numberOf(wholeOfType(sent, 64, datatype))
  }
  if (typeof intValue !== 'number') return undefined
  return numberOf(wholeOfType(BigInt.asUintN(32, BigInt(intValue)), 32, datatype))
}

const numberOf = (whole: bigint | { readonly reason: string }) =>
  typeof whole === 'bigint' ? asDouble(whole) : whole

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
  if (isArrayType(metric.datatype)) {
    const elements = readArray(metric.bytesValue ?? new Uint8Array(), metric.datatype)
    return 'reason' in elements ? elements.reason : elements
  }
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
