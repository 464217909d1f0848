import { statedUnit } from '#kit/server/documents/stated-unit.ts'
import { maximumUnitLength } from '#features/sensors/contract/configuration.ts'
import type { Metric, PropertySet } from './payload-schema.ts'

type Property = NonNullable<PropertySet['values']>[number]

/** The property of a metric with this name, in whichever case it is written. */
export function propertyOf({ properties }: Metric, name: string): Property | undefined {
  const index = (properties?.keys ?? []).findIndex((key) => key.toLowerCase() === name)
  return index === -1 ? undefined : properties?.values?.[index]
}

/** The unit that the metric's property `engUnit` names; undefined where it is none or too long. */
export function unitOf(metric: Metric): string | undefined {
  const property = propertyOf(metric, 'engunit')
  const unit = statedUnit((property?.isNull !== true && property?.stringValue) || '')
  return unit === '' || unit.length > maximumUnitLength ? undefined : unit
}
