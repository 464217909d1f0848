import type { Sensor } from '#kit/model/sensor.ts'
import type { LiveValue } from '#kit/web/live/index.ts'
import type { Comparison } from '#kit/ui/values/compare-arrow.tsx'
import type { Words } from '../../values/words.ts'

/** How the value moved since the reading before it; null when it is not a number. */
export function comparisonOf(
  sensor: Sensor,
  { value, previous }: LiveValue,
  words: Words,
): Comparison | null {
  if (typeof value !== 'number') return null
  const step = typeof previous === 'number' ? value - previous : 0
  const amount = words.format.number(Math.abs(step), sensor.decimals)
  // A step below the last digit on screen is no change for whoever reads it.
  if (!/[1-9]/.test(amount)) return { direction: 'remain', amount: '', words: words.remain }
  return step > 0
    ? { direction: 'up', amount, words: words.up(amount) }
    : { direction: 'down', amount, words: words.down(amount) }
}
