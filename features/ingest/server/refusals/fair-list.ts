interface Numbered {
  readonly id: number
}

/**
 * The newest `count` entries of all groups, newest first; before a group gets more than an equal
 * share, the others have theirs. Each group is in the order of its ids.
 */
export function fairList<Entry extends Numbered>(
  groups: readonly (readonly Entry[])[],
  count: number,
): Entry[] {
  const share = Math.max(1, Math.floor(count / Math.max(1, groups.length)))
  const newestFirst = (one: Entry, other: Entry) => other.id - one.id
  const first = groups
    .flatMap((group) => group.slice(-share))
    .toSorted(newestFirst)
    .slice(0, count)
  const rest = groups.flatMap((group) => group.slice(0, -share)).toSorted(newestFirst)
  return [...first, ...rest.slice(0, count - first.length)].toSorted(newestFirst)
}
