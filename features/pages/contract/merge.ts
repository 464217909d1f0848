import { overlaps } from './area-rules.ts'
import type { Area } from './page.ts'

/** What a page says at one time. */
export interface PageContent {
  readonly name: string
  readonly areas: readonly Area[]
}

export interface Merged {
  readonly content: PageContent
  /** Whether both changed the name, to different ones. */
  readonly isNameInConflict: boolean
  /** Ids of areas that both changed, or that would lie upon each other. */
  readonly areasInConflict: readonly string[]
}

/**
 * Merges two edits of a page that began from the same version, area by area: what one of them
 * changed, added or removed is taken, what both did alike is taken once. Where both changed the
 * same thing differently the content has `mine`, and the conflict is named. Without a base every
 * difference is a conflict.
 */
export function mergePages(
  base: PageContent | null,
  theirs: PageContent,
  mine: PageContent,
): Merged {
  const name = choose(base?.name, theirs.name, mine.name)
  const ids = new Set([...theirs.areas, ...mine.areas].map(({ id }) => id))
  const conflicts = new Set<string>()
  const areas = [...ids].flatMap((id) => {
    const find = (content: PageContent | null) => content?.areas.find((area) => area.id === id)
    const chosen = choose(find(base), find(theirs), find(mine), base !== null)
    if (chosen.isConflict) conflicts.add(id)
    return chosen.value === undefined ? [] : [chosen.value]
  })
  for (const id of crowded(areas)) conflicts.add(id)
  return {
    content: { name: name.value, areas },
    isNameInConflict: name.isConflict,
    areasInConflict: [...conflicts],
  }
}

function choose<Value>(
  base: Value | undefined,
  theirs: Value,
  mine: Value,
  hasBase = base !== undefined,
): { readonly value: Value; readonly isConflict: boolean } {
  if (isSame(theirs, mine)) return { value: mine, isConflict: false }
  if (hasBase && isSame(base, mine)) return { value: theirs, isConflict: false }
  return { value: mine, isConflict: !(hasBase && isSame(base, theirs)) }
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(ordered(one)) === JSON.stringify(ordered(other))
}

/** The same value with the fields of every object in alphabetical order. */
function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1))
  return entries.map(([field, member]) => [field, ordered(member)])
}

/** Ids of areas that lie upon another one. */
function crowded(areas: readonly Area[]): string[] {
  return areas
    .filter((area) => areas.some((other) => other !== area && overlaps(area, other)))
    .map(({ id }) => id)
}
