import type { Sensor } from '#kit/model/sensor.ts'
import type { RailScale } from '#kit/ui/values/limits-rail.tsx'
import { limitText } from './limit-text.ts'
import type { Words } from './words.ts'

/** Which limit a value is beyond, else which end of the scale; empty for neither. */
export function scaleRemark(
  sensor: Sensor,
  scale: RailScale | null,
  value: number,
  words: Words,
): string {
  const limit = limitText(sensor, value, words)
  if (limit !== '' || !scale) return limit
  return value > scale.high ? words.aboveScale : value < scale.low ? words.belowScale : ''
}
