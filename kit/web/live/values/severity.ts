import { limitBeyond, type Sensor } from '#kit/model/sensor.ts'
import { conditionOf, type LiveSource } from './freshness.ts'

/**
 * How far the present value of a sensor is beyond its limit, in widths of its normal band (of its
 * scale, else of the limit itself, where it has one limit only); 0 when it is not, and for a value
 * that is not good and current. Finite.
 */
export function severityOf(sensor: Sensor, live: LiveSource, now: number): number {
  const reading = live.reading(sensor.id)
  const condition = conditionOf(live, sensor, now)
  if (condition !== 'good' || typeof reading?.value !== 'number') return 0
  const side = limitBeyond(sensor, reading.value)
  const limit = side === null ? null : sensor[side === 'upper' ? 'upperAlarm' : 'lowerAlarm']
  if (limit === null) return 0
  const unit = unitOf(sensor, limit)
  const distance = Math.abs(reading.value / unit - limit / unit)
  return Number.isFinite(distance) ? Math.max(distance, Number.MIN_VALUE) : Number.MAX_VALUE
}

function unitOf({ lowerAlarm, upperAlarm, scaleLow, scaleHigh }: Sensor, limit: number): number {
  const spans = [
    (upperAlarm ?? NaN) - (lowerAlarm ?? NaN),
    (scaleHigh ?? NaN) - (scaleLow ?? NaN),
    Math.abs(limit),
  ]
  return spans.find((span) => span > 0 && Number.isFinite(span)) ?? 1
}
