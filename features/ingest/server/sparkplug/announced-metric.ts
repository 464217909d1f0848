import type { CommandTarget } from '#kit/model/device-command.ts'
import type { Metric, Scalar, Int64 } from './payload-schema.ts'
import { valueOf } from './metric-value.ts'
import { propertyOf, unitOf } from './properties.ts'

/** What a birth says of a metric that can be written. */
export interface AnnouncedMetric {
  readonly name: string
  /** Absent: commands name it. */
  readonly alias: Metric['alias']
  readonly datatype: number
  readonly unit: string
  readonly minimum: number | null
  readonly maximum: number | null
}

const rebirth = 'Node Control/Rebirth'
const isControl = (name: string) => /^(Node|Device) Control\//.test(name)

const boolean = 11
const texts: ReadonlySet<number> = new Set([12, 14])
/** By the number of the type: the whole numbers that it holds and a double is exact for. */
const wholeRanges: Readonly<Record<number, readonly [minimum: number, maximum: number]>> = {
  ...{ 1: [-128, 127], 2: [-32_768, 32_767], 3: [-(2 ** 31), 2 ** 31 - 1] },
  ...{ 4: [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER], 5: [0, 255], 6: [0, 65_535] },
  ...{ 7: [0, 2 ** 32 - 1], 8: [0, Number.MAX_SAFE_INTEGER] },
}
const float = 9
const double = 10
const maximumFloat = 3.402_823_466e38

/** The metric where it is of a type that can be written, and no part of the protocol itself. */
export function announcedMetric(metric: Metric): AnnouncedMetric | null {
  const { name = '', datatype = 0, alias } = metric
  if (name === '' || name === 'bdSeq' || metric.templateValue || typeOf(name, datatype) === null)
    return null
  const [low, high] = rangeOf(datatype)
  return {
    ...{ name, alias: isControl(name) ? undefined : alias, datatype },
    unit: unitOf(metric) ?? '',
    minimum: highest(low, limitOf(metric, 'englow')),
    maximum: lowest(high, limitOf(metric, 'enghigh')),
  }
}

/** What every edge node accepts, whatever its birth says. */
export const rebirthMetric: AnnouncedMetric = {
  ...{ name: rebirth, alias: undefined, datatype: boolean, unit: '', minimum: null, maximum: null },
}

export function targetOf({
  name,
  datatype,
  unit,
  minimum,
  maximum,
}: AnnouncedMetric): CommandTarget {
  const sensorKey = isControl(name) ? null : name
  return {
    id: name,
    name,
    type: typeOf(name, datatype) ?? 'text',
    unit,
    minimum,
    maximum,
    sensorKey,
  }
}

function typeOf(name: string, datatype: number): CommandTarget['type'] | null {
  if (datatype === boolean) return isControl(name) ? 'trigger' : 'boolean'
  if (texts.has(datatype)) return 'text'
  if (datatype === float || datatype === double) return 'number'
  return wholeRanges[datatype] ? 'integer' : null
}

function rangeOf(datatype: number): readonly [number | null, number | null] {
  if (datatype === float) return [-maximumFloat, maximumFloat]
  return wholeRanges[datatype] ?? [null, null]
}

/** The number that a property of the metric has; a whole one by its type, as it may be negative. */
function limitOf(metric: Metric, name: string): number | null {
  const property = propertyOf(metric, name)
  if (!property || property.isNull === true) return null
  const read = valueOf(property, property.type)
  const isNumber = 'value' in read && typeof read.value === 'number' && read.isBoolean !== true
  return isNumber ? Number(read.value) : null
}

const highest = (one: number | null, other: number | null) =>
  one === null || other === null ? (one ?? other) : Math.max(one, other)
const lowest = (one: number | null, other: number | null) =>
  one === null || other === null ? (one ?? other) : Math.min(one, other)

/** The metric with a value, as a command has it: by its alias where the birth gave it one. */
export function commandMetric(
  { name, alias, datatype }: AnnouncedMetric,
  value: number | string | boolean,
  timestamp: number,
): Metric {
  const named = alias === undefined || alias === null ? { name } : { alias }
  return { ...named, timestamp, datatype, ...scalarOf(datatype, value) }
}

function scalarOf(datatype: number, value: number | string | boolean): Scalar {
  if (typeof value === 'boolean') return { booleanValue: value }
  if (typeof value === 'string') return { stringValue: value }
  if (datatype === float) return { floatValue: value }
  if (datatype === double) return { doubleValue: value }
  // Signed numbers are sent as the unsigned ones of the same bits.
  return datatype === 4 || datatype >= 7 ? { longValue: wide(value) } : { intValue: value >>> 0 }
}

function wide(value: number): Int64 {
  const bits = BigInt.asUintN(64, BigInt(value))
  return { low: Number(BigInt.asIntN(32, bits)), high: Number(BigInt.asIntN(32, bits >> 32n)) }
}

/** Whether a value that came back is the one that was sent. */
export function isSameValue(
  { datatype }: AnnouncedMetric,
  sent: number | string | boolean,
  came: number | string | null,
): boolean {
  if (typeof sent === 'boolean') return came === (sent ? 1 : 0)
  if (datatype === float && typeof sent === 'number' && typeof came === 'number')
    return Math.fround(sent) === Math.fround(came)
  return sent === came
}
