import type { Sensor } from '#kit/model/sensor.ts'
import { isRepresentable, unrepresentableReason } from '../documents/document-json.ts'

/**
 * A number for measuring sensors, a text for text sensors, either for lamps and detectors, null for
 * all; the reason where that is impossible.
 */
export function convertTo(
  { type }: Pick<Sensor, 'type'>,
  value: number | string | null,
): { readonly value: number | string | null } | { readonly reason: string } {
  if (value === null) return { value }
  if (type === 'string') return { value: String(value) }
  if (typeof value === 'number') return { value }
  const number = value.trim() === '' ? Number.NaN : Number(value)
  const mayBeText = type === 'lamp' || type === 'detector'
  if (Number.isFinite(number) && isRepresentable(value.trim(), number)) return { value: number }
  if (mayBeText) return { value }
  return {
    reason: Number.isFinite(number)
      ? unrepresentableReason(value.trim())
      : `must be a number: the sensor is of type ${type}`,
  }
}
