import type { Entries } from './series.ts'

/** One line of the table that says what the picture shows. */
export interface SummaryRow {
  readonly from: number
  readonly to: number
  readonly first: number
  readonly minimum: number
  readonly maximum: number
  readonly last: number
  readonly count: number
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
  let minimum = Infinity
  let maximum = -Infinity
  let count = 0
  for (const index of indices) {
    minimum = Math.min(minimum, entries.minimum[index] ?? Infinity)
    maximum = Math.max(maximum, entries.maximum[index] ?? -Infinity)
    count += entries.count?.[index] ?? 1
  }
  return {
    from: entries.firstTime[begin] ?? 0,
    to: entries.lastTime[end] ?? 0,
    first: entries.first[begin] ?? 0,
    minimum,
    maximum,
    last: entries.last[end] ?? 0,
    count,
  }
}
