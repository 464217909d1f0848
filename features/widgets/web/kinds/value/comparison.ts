import type { Sensor } from '#kit/model/sensor.ts'
import { showsAsZero } from '#kit/web/formats/number.ts'
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
  const { decimals } = sensor
  const before = typeof previous === 'number' ? previous : value
  const step = value - before
  const written = (figure: number) => words.format.number(figure, decimals)
  // A step below the last digit on screen is no change for whoever reads it.
  const isUnseen = showsAsZero(step, decimals) && !showsAsZero(Math.max(value, before), decimals)
  if (isUnseen || written(value) === written(before))
    return { direction: 'remain', amount: '', words: words.remain }
  const amount = written(Math.abs(step))
  return step > 0
    ? { direction: 'up', amount, words: words.up(amount) }
    : { direction: 'down', amount, words: words.down(amount) }
}
