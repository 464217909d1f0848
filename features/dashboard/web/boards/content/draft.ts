import { isSame } from '#features/pages/contract/choose.ts'
import { gridItemOf } from '#features/pages/contract/grid-item.ts'
import { maximumBottom } from '#features/pages/contract/limits.ts'
import type { SensorName, Widget } from '#features/pages/contract/page.ts'
import type { Sensor } from '#kit/model/sensor.ts'
import { dropped, removed, resized } from '#kit/ui/grid/layout/change.ts'
import { compacted } from '#kit/ui/grid/layout/compact.ts'
import { itemOf, defaultOptions, type GridItem, type Layout } from '#kit/ui/grid/layout/item.ts'
import { firstFree } from '#kit/ui/grid/layout/place.ts'
import { normalizeLayout, type Fault } from '#kit/ui/grid/layout/normalize-layout.ts'
import { defaultPlace, type AnyWidgetKind } from '#kit/web/widget-registry.ts'

/** A dashboard as a person edits it. */
export interface Draft {
  readonly name: string
  /** In a normalized layout. */
  readonly widgets: readonly Widget[]
}

/** The least room that a widget needs; undefined where its kind is not known. */
export type MinimumSizeOf = (
  widget: Widget,
) => { readonly w: number; readonly h: number } | undefined

/** The grid of a dashboard. */
export const boardOptions = defaultOptions

/**
 * The widgets as items of the grid: no smaller than they may be, nor than their kinds need, unless
 * they are already.
 */
export function layoutOf(widgets: readonly Widget[], minimumSizeOf: MinimumSizeOf): Layout {
  return widgets.map((widget): GridItem => {
    const { w, h, minW = 1, minH = 1 } = widget
    const item = gridItemOf(widget)
    const minimum = minimumSizeOf(widget)
    if (!minimum) return item
    return {
      ...item,
      minW: Math.max(minW, Math.min(minimum.w, w)),
      minH: Math.max(minH, Math.min(minimum.h, h)),
    }
  })
}

/** A stored dashboard as an edit begins from it, with what is wrong with it repaired. */
export function draftOf({ name, widgets }: Draft): Draft {
  return { name, widgets: normalizeWidgets(widgets).widgets }
}

/** The widgets in places that can be shown, and what was wrong with those as they are stored. */
export function normalizeWidgets(widgets: readonly Widget[]): {
  readonly widgets: readonly Widget[]
  readonly faults: ReadonlyMap<string, Fault>
} {
  const stored = layoutOf(widgets, () => undefined)
  const { layout, faults } = normalizeLayout(stored, { ...boardOptions, maxRows: maximumBottom })
  return { widgets: applyLayout(widgets, layout), faults }
}

/** The widgets in the places of a layout that has one for each, in the same order. */
function applyLayout(widgets: readonly Widget[], layout: Layout): readonly Widget[] {
  return widgets.map((widget, index) => {
    const item = layout[index]
    return item ? at(widget, item) : widget
  })
}

function at(widget: Widget, { i, x, y, w, h }: GridItem): Widget {
  const isStill =
    widget.id === i && widget.x === x && widget.y === y && widget.w === w && widget.h === h
  return isStill ? widget : { ...widget, id: i, x, y, w, h }
}

/** The draft with its widgets where a layout has them; those that it does not have are gone. */
export function withLayout(draft: Draft, layout: Layout): Draft {
  const places = new Map(layout.map((item) => [item.i, item]))
  return withWidgets(
    draft,
    draft.widgets.flatMap((widget) => {
      const item = places.get(widget.id)
      return item ? [at(widget, item)] : []
    }),
  )
}

/** The same draft where these are the widgets that it has: nothing was changed. */
function withWidgets(draft: Draft, widgets: readonly Widget[]): Draft {
  const isSameList =
    widgets.length === draft.widgets.length &&
    widgets.every((widget, index) => widget === draft.widgets[index])
  return isSameList ? draft : { ...draft, widgets }
}

/** The draft without a widget; what lay below it rises. */
export function withoutWidget(draft: Draft, id: string): Draft {
  const rest = removed(
    layoutOf(draft.widgets, () => undefined),
    id,
    boardOptions,
  )
  return withLayout(draft, rest)
}

/** The draft with a widget changed, where it is. */
export function withWidget(draft: Draft, id: string, change: Partial<Widget>): Draft {
  return withWidgets(
    draft,
    draft.widgets.map((widget) => {
      const next = widget.id === id ? { ...widget, ...change } : widget
      return isSame(widget, next) ? widget : next
    }),
  )
}

/** The draft with a widget that stays where it is, or no more; what could not rise before does. */
export function withLock(draft: Draft, id: string, isLocked: boolean): Draft {
  const next = withWidget(draft, id, { static: isLocked ? true : undefined })
  const layout = layoutOf(next.widgets, () => undefined)
  return withLayout(next, compacted(layout))
}

/** The draft with a widget shown in another way, which has at least the room that it needs. */
export function withKind(draft: Draft, id: string, kind: AnyWidgetKind): Draft {
  const next = withWidget(draft, id, { kind: kind.id, options: {} })
  const layout = layoutOf(next.widgets, () => undefined)
  const item = itemOf(layout, id)
  if (!item) return next
  const { width, height } = kind.gridSizes.small
  const size = { w: Math.max(item.w, width), h: Math.max(item.h, height) }
  return withLayout(next, resized(layout, id, size, boardOptions))
}

/** What a new widget shows. */
export interface NewWidget {
  /** The usual one of the sensor's type where the person chose none. */
  readonly kind: AnyWidgetKind
  readonly sensor: Sensor | null
}

/** The draft with one widget more: at the cell, else in the first free place. */
export function withNewWidget(
  draft: Draft,
  { kind, sensor }: NewWidget,
  id: string,
  cell?: { readonly x: number; readonly y: number },
): Draft {
  const { width: w, height: h } = defaultPlace(kind)
  const layout = layoutOf(draft.widgets, () => undefined)
  const place = cell ?? firstFree(layout, { w, h }, boardOptions)
  const after = dropped(layout, { i: id, x: 0, y: 0, w, h }, place, boardOptions)
  if (!after) return draft
  const name = sensor && sensorName(sensor)
  const added: Widget = {
    ...{ id, kind: kind.id, options: {}, x: 0, y: 0, w, h },
    sensor: kind.binds === 'sensor' ? name : null,
    sensors: kind.binds === 'sensors' && name ? [name] : [],
  }
  return withLayout({ ...draft, widgets: [...draft.widgets, added] }, after)
}

export function sensorName({ lesiId, key }: Sensor): SensorName {
  return { thing: lesiId, key }
}

/** A name of a sensor as one text. */
export function nameKey({ thing, key }: SensorName): string {
  return JSON.stringify([thing, key])
}

/** An id for a new widget that nobody else chooses. */
export function newWidgetId(): string {
  const [first = 0, second = 0] = crypto.getRandomValues(new Uint32Array(2))
  return `w-${first.toString(36)}${second.toString(36)}`
}
