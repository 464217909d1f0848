import { mergeBoards } from '#features/pages/contract/merge.ts'
import { Widgets } from '#features/pages/contract/page.ts'
import type { Draft } from './draft.ts'

export interface Joined {
  /** What both changed differently is as in `mine`. */
  readonly draft: Draft
  /** Ids of the widgets that both changed differently. */
  readonly widgets: readonly string[]
  /** Whether both changed the name, to different ones. */
  readonly isName: boolean
}

/**
 * Both edits of a dashboard that began from `base`, in one: what only one of them touched is as it
 * left it. It is `mine` alone where a dashboard has no room for both.
 */
export function joined(base: Draft, theirs: Draft, mine: Draft): Joined {
  const merged = mergeBoards(contentOf(base), contentOf(theirs), contentOf(mine))
  const { name, widgets } = merged.content
  return {
    draft: Widgets.safeParse(widgets).success ? { name, widgets } : mine,
    widgets: merged.widgetsInConflict,
    isName: merged.isNameInConflict,
  }
}

const contentOf = ({ name, widgets }: Draft) => ({ name, widgets, areas: [] })
