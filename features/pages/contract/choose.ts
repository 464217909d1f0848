export interface Choice<Value> {
  readonly value: Value
  readonly isConflict: boolean
}

/**
 * Merges two changes of one value, both made from `base`: where both changed it differently `mine`,
 * as a conflict. Without a base every difference is one.
 */
export function choose<Value>(
  base: Value | undefined,
  theirs: Value,
  mine: Value,
  hasBase = base !== undefined,
): Choice<Value> {
  if (isSame(theirs, mine)) return { value: mine, isConflict: false }
  if (hasBase && isSame(base, mine)) return { value: theirs, isConflict: false }
  return { value: mine, isConflict: !(hasBase && isSame(base, theirs)) }
}

/** Whether two values are the same, in whatever order their fields are written. */
export function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(ordered(one)) === JSON.stringify(ordered(other))
}

/** The same value with the fields of every object in alphabetical order. */
function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).filter(([, member]) => member !== undefined)
  entries.sort(([one], [other]) => (one < other ? -1 : 1))
  return entries.map(([field, member]) => [field, ordered(member)])
}
