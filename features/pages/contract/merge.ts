import { overlaps } from './area-rules.ts'
import { choose } from './choose.ts'
import { mergeWidgets } from './merge-widgets.ts'
import type { Area, Widget } from './page.ts'

/** What a page or a dashboard says at one time: a page has areas, a dashboard widgets. */
export interface BoardContent {
  readonly name: string
  readonly areas: readonly Area[]
  readonly widgets: readonly Widget[]
}

export interface Merged {
  readonly content: BoardContent
  /** Whether both changed the name, to different ones. */
  readonly isNameInConflict: boolean
  /** Ids of areas that both changed, or that would lie upon each other. */
  readonly areasInConflict: readonly string[]
  /** Ids of widgets of a dashboard that both changed. */
  readonly widgetsInConflict: readonly string[]
}

/**
 * Merges two edits that began from the same version, a page area by area and a dashboard widget by
 * widget: what one of them changed, added or removed is taken, what both did alike is taken once.
 * Where both changed the same thing differently the content has `mine`, and the conflict is named.
 * Without a base every difference is a conflict.
 */
export function mergeBoards(
  base: BoardContent | null,
  theirs: BoardContent,
  mine: BoardContent,
): Merged {
  const name = choose(base?.name, theirs.name, mine.name)
  const areas = mergeAreas(base?.areas ?? null, theirs.areas, mine.areas)
  const widgets = mergeWidgets(base?.widgets ?? null, theirs.widgets, mine.widgets)
  return {
    content: { name: name.value, areas: areas.parts, widgets: widgets.parts },
    isNameInConflict: name.isConflict,
    areasInConflict: areas.conflicts,
    widgetsInConflict: widgets.conflicts,
  }
}

function mergeAreas(base: readonly Area[] | null, theirs: readonly Area[], mine: readonly Area[]) {
  const ids = new Set([...theirs, ...mine].map(({ id }) => id))
  const conflicts = new Set<string>()
  const parts = [...ids].flatMap((id) => {
    const find = (areas: readonly Area[] | null) => areas?.find((area) => area.id === id)
    const chosen = choose(find(base), find(theirs), find(mine), base !== null)
    if (chosen.isConflict) conflicts.add(id)
    return chosen.value === undefined ? [] : [chosen.value]
  })
  for (const id of crowded(parts)) conflicts.add(id)
  return { parts, conflicts: [...conflicts] }
}

/** Ids of areas that lie upon another one. */
function crowded(areas: readonly Area[]): string[] {
  return areas
    .filter((area) => areas.some((other) => other !== area && overlaps(area, other)))
    .map(({ id }) => id)
}
