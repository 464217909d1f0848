import { isSame } from '#features/pages/contract/choose.ts'
import { mergeBoards } from '#features/pages/contract/merge.ts'
import { shownOf } from '#features/pages/contract/merge-widgets.ts'
import { Widgets, type Widget } from '#features/pages/contract/page.ts'
import type { Side } from '#kit/web/boards/conflict/side-choice.tsx'
import type { Draft } from './draft.ts'

export interface Joined {
  /** What both changed differently is as in `mine`. */
  readonly draft: Draft
  /** Ids of the widgets that both changed differently. */
  readonly widgets: readonly string[]
  /** Whether both changed the name, to different ones. */
  readonly isName: boolean
  /** Whether it is more than a dashboard can hold: it cannot be stored. */
  readonly isTooMuch: boolean
}

/** Both edits of a dashboard, and what they began from. */
export interface Edits {
  readonly base: Draft
  readonly theirs: Draft
  readonly mine: Draft
}

/** Whose version counts, by the id of the widget; under `nameChoice` whose name. Absent: mine. */
export type Choices = ReadonlyMap<string, Side>

/** In the choices; no widget has such an id. */
export const nameChoice = ':name'

/**
 * Both edits of a dashboard that began from `base`, in one: what only one of them touched is as it
 * left it, also where both together are too much: nothing of either is left out unasked.
 */
export function joined({ base, theirs, mine }: Edits): Joined {
  const merged = mergeBoards(contentOf(base), contentOf(theirs), contentOf(mine))
  const { name, widgets } = merged.content
  return {
    draft: { name, widgets },
    widgets: merged.widgetsInConflict,
    isName: merged.isNameInConflict,
    isTooMuch: !Widgets.safeParse(widgets).success,
  }
}

/**
 * The same with what was chosen where both changed the same: of what becomes theirs, mine is as it
 * was when both began, so that they alone changed it.
 */
export function joinedAsChosen({ base, theirs, mine }: Edits, choices: Choices): Joined {
  const isTheirs = (id: string) => choices.get(id) === 'theirs'
  const origin = (id: string) => [base, theirs].map((draft) => widgetOf(draft, id)).find(Boolean)
  const kept = mine.widgets.flatMap((widget) =>
    isTheirs(widget.id) ? (origin(widget.id) ?? []) : widget,
  )
  const removed = base.widgets.filter(({ id }) => isTheirs(id) && !widgetOf(mine, id))
  const name = isTheirs(nameChoice) ? base.name : mine.name
  return joined({ base, theirs, mine: { name, widgets: [...kept, ...removed] } })
}

type WidgetChange = 'added' | 'removed' | 'changed' | 'resized' | 'moved' | 'locked'

/** What somebody did to a widget; undefined: it was not there before, or is not any more. */
export function widgetChange(before: Widget | undefined, after: Widget | undefined): WidgetChange {
  if (!after) return 'removed'
  if (!before) return 'added'
  if (!isSame(shownOf(before), shownOf(after))) return 'changed'
  if (before.w !== after.w || before.h !== after.h) return 'resized'
  return before.x === after.x ? 'locked' : 'moved'
}

export const widgetOf = ({ widgets }: Draft, id: string): Widget | undefined =>
  widgets.find((widget) => widget.id === id)

const contentOf = ({ name, widgets }: Draft) => ({ name, widgets, areas: [] })
