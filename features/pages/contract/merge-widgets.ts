import { overlaps } from './area-rules.ts'
import { choose, type Choice } from './choose.ts'
import { layoutConstraints } from './grid-item.ts'
import { maximumRows, pageColumns } from './limits.ts'
import type { Widget } from './page.ts'

/**
 * Merges the widgets of two edits of a dashboard. What a widget shows, its columns with its height,
 * and what a grid may do with it are merged apart: one person may move what another one changes.
 * The row follows from what lies above, as everything moves up as far as it can; so it is never in
 * conflict, and what would lie upon something else after the merge comes below it.
 */
export function mergeWidgets(
  base: readonly Widget[] | null,
  theirs: readonly Widget[],
  mine: readonly Widget[],
): { readonly parts: Widget[]; readonly conflicts: string[] } {
  const [were, one, other] = [base ?? [], theirs, mine].map(byId)
  const conflicts: string[] = []
  const parts = [...new Set([...theirs, ...mine].map(({ id }) => id))].flatMap((id) => {
    const versions = { was: were?.get(id), theirs: one?.get(id), mine: other?.get(id) }
    const chosen = mergeWidget(versions, base !== null)
    if (chosen.isConflict) conflicts.push(id)
    return chosen.value === undefined ? [] : [chosen.value]
  })
  return { parts: separate(parts), conflicts }
}

const byId = (widgets: readonly Widget[]) => new Map(widgets.map((widget) => [widget.id, widget]))

interface Versions {
  readonly was: Widget | undefined
  readonly theirs: Widget | undefined
  readonly mine: Widget | undefined
}

function mergeWidget(
  { was, theirs, mine }: Versions,
  hasBase: boolean,
): Choice<Widget | undefined> {
  if (!theirs || !mine) {
    const { value, isConflict } = choose(
      withoutRow(was),
      withoutRow(theirs),
      withoutRow(mine),
      hasBase,
    )
    return { value: value && (theirs ?? mine), isConflict }
  }
  const shown = choose(was && shownOf(was), shownOf(theirs), shownOf(mine), hasBase)
  const place = choose(was && placeOf(was), placeOf(theirs), placeOf(mine), hasBase)
  const freedom = choose(
    was && layoutConstraints(was),
    layoutConstraints(theirs),
    layoutConstraints(mine),
    hasBase,
  )
  const y = rowOf(was, theirs, mine)
  const merged = { ...mine, ...shown.value, ...place.value, ...freedom.value, y }
  return {
    value: isWithinLimits(theirs) && isWithinLimits(mine) ? withinLimits(merged) : merged,
    isConflict: [shown, place, freedom].some(({ isConflict }) => isConflict),
  }
}

/** With a size that its limits allow, of which one came from one edit and one from the other. */
function withinLimits(widget: Widget): Widget {
  const { minW = 1, maxW = pageColumns, minH = 1, maxH = maximumRows } = widget
  const w = Math.max(minW, Math.min(widget.w, maxW))
  const h = Math.max(minH, Math.min(widget.h, maxH))
  return { ...widget, x: Math.min(widget.x, pageColumns - w), w, h }
}

function isWithinLimits(widget: Widget): boolean {
  const { w, h } = withinLimits(widget)
  return w === widget.w && h === widget.h
}

const withoutRow = (widget: Widget | undefined) => widget && { ...widget, y: 0 }

/** What a widget shows, apart from where it stands and what a grid may do with it. */
export const shownOf = ({ sensor, sensors, kind, options }: Widget) => ({
  ...{ sensor, sensors, kind, options },
})
const placeOf = ({ x, w, h }: Widget) => ({ x, w, h })

function rowOf(was: Widget | undefined, { y: theirs }: Widget, { y: mine }: Widget): number {
  if (was && mine === was.y) return theirs
  if (was && theirs === was.y) return mine
  return Math.max(theirs, mine)
}

/**
 * The same widgets in the same order, those that would lie upon another one below it; static ones
 * stay before others do.
 */
function separate(widgets: readonly Widget[]): Widget[] {
  const placed: Widget[] = []
  const isFree = (widget: Widget) => Number(widget.static !== true)
  const downwards = widgets.toSorted(
    (one, other) =>
      isFree(one) - isFree(other) ||
      one.y - other.y ||
      one.x - other.x ||
      (one.id < other.id ? -1 : 1),
  )
  for (const widget of downwards) {
    const { x, y, w, h } = widget
    const place = { x, y, w, h }
    // From the top: where it goes below one, none of those before lies there.
    for (const other of placed) if (overlaps(place, other)) place.y = other.y + other.h
    const above = placed.findLastIndex((other) => other.y <= place.y)
    placed.splice(above + 1, 0, { ...widget, y: place.y })
  }
  const separated = byId(placed)
  return widgets.map((widget) => separated.get(widget.id) ?? widget)
}
