import { plainNumberOf } from '#kit/model/numbers/plain-number.ts'
import { isMeasuring, type Sensor } from '#kit/model/sensor.ts'
import { isRepresentable, unrepresentableReason } from '#kit/server/documents/document-json.ts'

type Measure = Pick<Sensor, 'type' | 'factor' | 'offset' | 'isNew'>
type Converted = { readonly value: number | string | null } | { readonly reason: string }

/**
 * A number for measuring sensors, in their unit, a text for text sensors, either for lamps,
 * detectors and sensors that nobody has looked at, null for all; the reason where that is
 * impossible.
 */
export function convertTo(sensor: Measure, value: number | string | null): Converted {
  const { type, isNew } = sensor
  if (value === null) return { value }
  if (type === 'string') return { value: String(value) }
  // The type of a sensor that nobody has looked at is a proposal: it refuses nothing.
  if (isNew) return { value: typeof value === 'string' ? (plainNumberOf(value) ?? value) : value }
  if (typeof value === 'number') return inUnit(sensor, value)
  const number = value.trim() === '' ? Number.NaN : Number(value)
  const mayBeText = type === 'lamp' || type === 'detector'
  if (Number.isFinite(number) && isRepresentable(value.trim(), number))
    return inUnit(sensor, number)
  if (mayBeText) return { value }
  return {
    reason: Number.isFinite(number)
      ? unrepresentableReason(value.trim())
      : `must be a number: the sensor is of type ${type}`,
  }
}

/**
 * The number that a value of a text sensor is beyond doubt; null where it is none, and for other
 * sensors, which have their numbers as such. Stored beside the text, it is there when the sensor
 * turns out to be a measure.
 */
export function numberOfText(
  { type }: Pick<Sensor, 'type'>,
  value: number | string | null,
): number | null {
  if (type !== 'string' || value === null) return null
  return typeof value === 'number' ? value : plainNumberOf(value)
}

/** Digits of a double that are always exact in decimals: what lies behind them is noise. */
const exactDigits = 15

/** What a device sends as its sensor measures it: by factor and offset. */
function inUnit({ type, factor, offset }: Measure, raw: number): Converted {
  if ((factor === 1 && offset === 0) || !isMeasuring(type)) return { value: raw }
  const value = raw * factor + offset
  if (!Number.isFinite(value))
    return { reason: `cannot be converted: ${raw} × ${factor} + ${offset} is too great a number` }
  return { value: Number.isInteger(value) ? value : Number(value.toPrecision(exactDigits)) }
}
