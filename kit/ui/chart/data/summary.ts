import type { Entries } from './series.ts'

/** One line of the table that says what the picture shows. */
export interface SummaryRow {
  readonly from: number
  readonly to: number
  readonly first: number
  readonly minimum: number
  readonly maximum: number
  readonly last: number
  /** How many of its readings are usable; 0: it has no values (NaN). */
  readonly count: number
  readonly badCount: number
  readonly hasUncertain: boolean
}

/**
 * The entries within `from`..`to` in at most `maximumRows` rows of equal numbers of entries;
 * every extreme stays.
 */
export function summaryRows(
  entries: Entries,
  from: number,
  to: number,
  maximumRows = 50,
): SummaryRow[] {
  const inside: number[] = []
  for (let index = 0; index < entries.length; index++) {
    if ((entries.lastTime[index] ?? 0) >= from && (entries.firstTime[index] ?? 0) <= to)
      inside.push(index)
  }
  const size = Math.max(1, Math.ceil(inside.length / maximumRows))
  const rows: SummaryRow[] = []
  for (let start = 0; start < inside.length; start += size)
    rows.push(rowOf(entries, inside.slice(start, start + size)))
  return rows
}

function rowOf(entries: Entries, indices: readonly number[]): SummaryRow {
  const begin = indices[0] ?? 0
  const end = indices.at(-1) ?? 0
  const usable = indices.filter((index) => entries.count?.[index] !== 0)
  let minimum = Infinity
  let maximum = -Infinity
  let count = 0
  for (const index of usable) {
    minimum = Math.min(minimum, entries.minimum[index] ?? Infinity)
    maximum = Math.max(maximum, entries.maximum[index] ?? -Infinity)
    count += entries.count?.[index] ?? 1
  }
  return {
    from: entries.firstTime[begin] ?? 0,
    to: entries.lastTime[end] ?? 0,
    first: entries.first[usable[0] ?? -1] ?? NaN,
    minimum: count > 0 ? minimum : NaN,
    maximum: count > 0 ? maximum : NaN,
    last: entries.last[usable.at(-1) ?? -1] ?? NaN,
    count,
    badCount: indices.reduce((sum, index) => sum + (entries.badCount?.[index] ?? 0), 0),
    hasUncertain: indices.some((index) => entries.uncertain?.[index] === true),
  }
}
