import type { StoredChange } from '#features/readings/contract/routes.ts'
import type { Trend } from '#kit/web/live/index.ts'

/** One change of a text: when, from what (null: not known), to what. */
export interface TextChange {
  readonly time: number
  readonly previous: string | null
  readonly current: string
}

/**
 * The newest `limit` changes that the trend holds, newest first. `textOf` gives the text behind a
 * point's code.
 */
export function recentTexts(
  trend: Trend | undefined,
  textOf: (code: number) => string | undefined,
  limit: number,
): TextChange[] {
  const times = trend?.times() ?? []
  const codes = trend?.values() ?? []
  const changes: TextChange[] = []
  for (let index = codes.length - 1; index > 0 && changes.length < limit; index--) {
    const code = codes[index] ?? 0
    const before = codes[index - 1] ?? 0
    if (code === before) continue
    changes.push({
      time: times[index] ?? 0,
      previous: textOf(before) ?? null,
      current: textOf(code) ?? '',
    })
  }
  return changes
}

/**
 * The newest `limit` of the changes that were seen and of those that the store has; both newest
 * first, as is the answer.
 */
export function latestTexts(
  seen: readonly TextChange[],
  stored: readonly StoredChange[],
  limit: number,
): TextChange[] {
  const newest = stored[0]?.time ?? -Infinity
  const older = stored.map(({ time, previous, current }) => ({
    time,
    previous: previous === null ? null : String(previous),
    current: String(current),
  }))
  // What the store has is whole: of what was seen only later changes are new.
  return [...seen.filter(({ time }) => time > newest), ...older].slice(0, limit)
}
