/**
 * Filters that ask for the same topics and more, so that no topic belongs to two of them: a broker
 * may hand a message over once for every filter that it belongs to.
 */
export function separateFilters(filters: readonly string[]): readonly string[] {
  const separate: string[][] = []
  for (const filter of filters) {
    let merged = filter.split('/')
    for (let at = indexOf(separate, merged); at !== -1; at = indexOf(separate, merged)) {
      const [other = []] = separate.splice(at, 1)
      merged = merge(merged, other)
    }
    separate.push(merged)
  }
  return separate.map((levels) => levels.join('/'))
}

type Levels = readonly string[]

function indexOf(separate: readonly Levels[], filter: Levels): number {
  return separate.findIndex((other) => overlap(other, filter))
}

/** Whether there is a topic that belongs to both. */
function overlap(one: Levels, other: Levels): boolean {
  for (let index = 0; index < Math.max(one.length, other.length); index++) {
    const [level, otherLevel] = [one[index], other[index]]
    if (level === '#' || otherLevel === '#') return true
    if (level === undefined || otherLevel === undefined) return false
    if (level !== '+' && otherLevel !== '+' && level !== otherLevel) return false
  }
  return true
}

/** The filter of everything that belongs to either of two that overlap. */
function merge(one: Levels, other: Levels): string[] {
  const levels: string[] = []
  for (let index = 0; ; index++) {
    const [level, otherLevel] = [one[index], other[index]]
    if (level === undefined && otherLevel === undefined) return levels
    if (level === '#' || otherLevel === '#') return [...levels, '#']
    levels.push(level === otherLevel ? (level ?? '+') : '+')
  }
}
