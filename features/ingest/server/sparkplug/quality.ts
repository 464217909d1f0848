import type { Quality } from '#kit/model/quality.ts'
import { plainNumber } from './numbers.ts'
import type { Metric } from './payload-schema.ts'
import { propertyOf } from './properties.ts'

const propertyName = 'quality'
/** Sparkplug's own code for a value that is not fresh. */
const stale = 500
/** Codes from here on are those of OPC UA, whose two highest bits say how bad it is. */
const firstUaCode = 2 ** 16

/**
 * The quality that the metric's property `Quality` says, in the codes of Sparkplug and OPC (0 bad,
 * 64 uncertain, 192 good, 500 stale) or of OPC UA; without one it is good.
 */
export function qualityOf(metric: Metric): Quality {
  const property = propertyOf(metric, propertyName)
  const code = property && plainNumber(property.intValue ?? property.longValue)
  if (code === undefined || property?.isNull === true) return 'good'
  if (code === stale) return 'uncertain'
  if (code >= firstUaCode)
    return bySeverity(['good', 'uncertain', 'bad'], Math.floor(code / 2 ** 30))
  return bySeverity(['bad', 'uncertain', 'uncertain', 'good'], Math.floor(code / 64))
}

const bySeverity = (qualities: readonly Quality[], severity: number): Quality =>
  qualities[severity] ?? 'bad'
