import { percentileLevels, statisticsOf, type Row, type StatisticsRow } from './statistics-store.ts'

/** Different values in ascending order, each with how often it occurs. */
export interface CountedValues {
  readonly values: Float64Array
  readonly numbers: Float64Array
}

/**
 * The figures of `readStatistics` for usable readings of these values, and for what else is known
 * of them; exact in the same way.
 */
export function valuesStatistics(
  counted: CountedValues,
  { badCount, last }: Pick<Row, 'badCount' | 'last'>,
): Promise<StatisticsRow> {
  const { values } = counted
  const valueAt = valuesByRank(counted)
  const { count } = valueAt
  const middle = percentileOf(valueAt, 0.5) ?? 0
  const row: Row = {
    ...{ count, badCount, last, minimum: values[0] ?? null, maximum: values.at(-1) ?? null },
    ...sumsOf(counted, middle),
    percentiles: percentileLevels.map((level) => percentileOf(valueAt, level)),
  }
  return statisticsOf(row, {
    halves: async () => undefined,
    deviation: async (factor) => {
      const scaled = { ...counted, values: values.map((value) => value * factor) }
      const { distances, squares } = sumsOf(scaled, middle * factor)
      return Math.sqrt(Math.max(0, squares - distances ** 2 / count) / (count - 1))
    },
  })
}

interface ValuesByRank {
  readonly count: number
  /** Of a rank from 0 on. */
  readonly value: (rank: number) => number | undefined
}

function valuesByRank({ values, numbers }: CountedValues): ValuesByRank {
  /** Readings up to each value, with it. */
  const ends = new Float64Array(numbers.length)
  let count = 0
  for (let index = 0; index < numbers.length; index++) ends[index] = count += numbers[index] ?? 0
  const value = (rank: number) => {
    let [low, high] = [0, ends.length - 1]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((ends[middle] ?? 0) > rank) high = middle
      else low = middle + 1
    }
    return values[low]
  }
  return { count, value }
}

/** Between the readings of the ranks around p (n - 1); differences of extreme values overflow. */
function percentileOf({ count, value }: ValuesByRank, level: number): number | null {
  const rank = level * (count - 1)
  const below = value(Math.floor(rank))
  const above = value(Math.ceil(rank))
  if (below === undefined || above === undefined) return null
  const part = rank - Math.floor(rank)
  const step = above - below
  return Number.isFinite(step) ? below + step * part : below * (1 - part) + above * part
}

/** What mean and deviation are put together of: `Row`. */
function sumsOf({ values, numbers }: CountedValues, middle: number) {
  let [sum, scaledSum, distances, squares] = [0, 0, 0, 0]
  for (let index = 0; index < values.length; index++) {
    const value = values[index] ?? 0
    const number = numbers[index] ?? 0
    const distance = value - middle
    sum += value * number
    scaledSum += (value / 2 ** 64) * number
    distances += distance * number
    squares += distance * distance * number
  }
  return { sum: Number.isFinite(sum) ? sum : null, scaledSum, distances, squares }
}
