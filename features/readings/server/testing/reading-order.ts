import { qualityCode } from '#kit/model/quality.ts'
import type { Reading } from '#kit/model/reading.ts'

type Ranked = Pick<Reading, 'value' | 'quality'>

/**
 * Whether, of two readings of one sensor and one time, `one` counts less than `other`, so that
 * `other` is the reading of that time, in whatever order they came. What is of the kind of the
 * sensor, a text or a number, counts more than what is not; "no value" is of the kind of numbers.
 * Of the same kind one that is usable, that is good or uncertain with a finite value, counts more
 * than one that is not; of these "no value" counts most. Then the greater value does, and of equal
 * ones the worse quality. `readingPoint` of `kit/server/clickhouse` is the same order in SQL.
 */
export function countsLess(one: Ranked, other: Ranked, isTextSensor: () => boolean): boolean {
  const isText = typeof one.value === 'string'
  if (isText !== (typeof other.value === 'string')) return isText !== isTextSensor()
  const byRank = rankOf(one) - rankOf(other)
  if (byRank !== 0) return byRank < 0
  if (one.value === other.value || one.value === null || other.value === null)
    return qualityCode[one.quality] < qualityCode[other.quality]
  return typeof one.value === 'string' && typeof other.value === 'string'
    ? isLessText(one.value, other.value)
    : one.value < other.value
}

function rankOf({ value, quality }: Ranked): number {
  if (value === null) return 1
  return quality !== 'bad' && (typeof value === 'string' || Number.isFinite(value)) ? 2 : 0
}

/** By code points, which is the order of the bytes that the store compares. */
function isLessText(one: string, other: string): boolean {
  for (let index = 0; index < one.length && index < other.length; index++) {
    const [unit, otherUnit] = [one.charCodeAt(index), other.charCodeAt(index)]
    if (unit === otherUnit) continue
    // Halves of a pair stand for code points beyond all that are one unit.
    return isSurrogate(unit) === isSurrogate(otherUnit) ? unit < otherUnit : isSurrogate(otherUnit)
  }
  return one.length < other.length
}

const isSurrogate = (unit: number) => unit >= 0xd800 && unit <= 0xdfff
