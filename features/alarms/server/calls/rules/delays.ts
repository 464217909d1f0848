import type { WhatIf } from '../../../contract/rule-routes.ts'

/** The middle and the greatest of how much later alarms come, ms; null: of none. */
export function delaysOf(later: readonly number[]): WhatIf['later'] {
  const ordered = later.toSorted((one, other) => one - other)
  const median = ordered[Math.floor(ordered.length / 2)]
  return median === undefined ? null : { median, maximum: ordered.at(-1) ?? median }
}
