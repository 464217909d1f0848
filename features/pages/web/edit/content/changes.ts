import type { Place } from '../../../contract/area-rules.ts'
import { isSame } from '../../../contract/choose.ts'
import type { PageContent } from './page-content.ts'
import type { Area, Widget } from '../../../contract/page.ts'

/** What differs of one part between two versions of a page. */
export type Change =
  | { readonly kind: 'page-renamed'; readonly name: string }
  | {
      readonly kind:
        | 'area-added'
        | 'area-deleted'
        | 'area-renamed'
        | 'area-cleared'
        | 'area-moved'
        | 'area-resized'
      readonly area: Area
    }
  | {
      readonly kind:
        | 'widget-added'
        | 'widget-removed'
        | 'widget-moved'
        | 'widget-resized'
        | 'widget-changed'
      readonly area: Area
      readonly widget: Widget
    }

/**
 * What was changed from one version of a page to another, part by part; an area that merely went
 * up or down because others did is not named.
 */
export function changesBetween(before: PageContent, after: PageContent): readonly Change[] {
  const renamed: readonly Change[] =
    before.name === after.name ? [] : [{ kind: 'page-renamed', name: after.name }]
  const was = new Map(before.areas.map((area) => [area.id, area]))
  const is = new Set(after.areas.map(({ id }) => id))
  return [
    ...renamed,
    ...before.areas
      .filter(({ id }) => !is.has(id))
      .map((area) => ({ kind: 'area-deleted', area }) as const),
    ...after.areas.flatMap((area) => changesOfArea(was.get(area.id), area)),
  ]
}

/** What was changed of one area; undefined for one that was not there. */
export function changesOfArea(before: Area | undefined, area: Area): readonly Change[] {
  if (!before) return [{ kind: 'area-added', area }]
  const own: Change[] = []
  if (before.name !== area.name) own.push({ kind: 'area-renamed', area })
  if (!isSameSize(before, area)) own.push({ kind: 'area-resized', area })
  else if (before.x !== area.x) own.push({ kind: 'area-moved', area })
  if (before.widgets.length > 0 && area.widgets.length === 0)
    return [...own, { kind: 'area-cleared', area }]
  const was = new Map(before.widgets.map((widget) => [widget.id, widget]))
  const is = new Set(area.widgets.map(({ id }) => id))
  return [
    ...own,
    ...before.widgets
      .filter(({ id }) => !is.has(id))
      .map((widget) => ({ kind: 'widget-removed', area, widget }) as const),
    ...area.widgets.flatMap((widget) => changeOfWidget(was.get(widget.id), area, widget)),
  ]
}

function changeOfWidget(before: Widget | undefined, area: Area, widget: Widget): Change[] {
  if (!before) return [{ kind: 'widget-added', area, widget }]
  if (!isSame(contentOf(before), contentOf(widget)))
    return [{ kind: 'widget-changed', area, widget }]
  if (!isSameSize(before, widget)) return [{ kind: 'widget-resized', area, widget }]
  const isMoved = before.x !== widget.x || before.y !== widget.y
  return isMoved ? [{ kind: 'widget-moved', area, widget }] : []
}

const isSameSize = (one: Place, other: Place) => one.w === other.w && one.h === other.h

function contentOf({ x: _x, y: _y, w: _w, h: _h, ...content }: Widget) {
  return content
}
