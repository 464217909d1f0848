import type { Place } from '../../../contract/area-rules.ts'
import { isSame } from '../../../contract/choose.ts'
import { maximumWidgetsOfArea, maximumWidgetsOfPage } from '../../../contract/limits.ts'
import type { PageContent } from './page-content.ts'
import type { Area, Widget } from '../../../contract/page.ts'
import { addArea, withArea } from './areas.ts'
import { done, refused, type Outcome } from './outcome.ts'
import { compacted, extentOf, freePlace, isFree } from './places.ts'

/** A widget that has no place yet. */
export type NewWidget = Omit<Widget, 'x' | 'y'>

/**
 * Adds a widget to an area: at `cell` where that is free, else in the first place that is. Refused
 * as the rules of areas say: a sensor that the area shows in the same way already, and one for
 * which the area has no room.
 */
export function addWidget(
  content: PageContent,
  areaId: string,
  widget: NewWidget,
  cell?: Pick<Place, 'x' | 'y'>,
): Outcome {
  const area = content.areas.find(({ id }) => id === areaId)
  if (!area) return done(content)
  if (area.widgets.some((other) => showsTheSame(other, widget)))
    return refused({ code: 'sensor_duplicate', areaId })
  if (area.widgets.length >= maximumWidgetsOfArea) return refused({ code: 'too_many', areaId })
  if (isFull(content)) return refused({ code: 'too_many_widgets', areaId })
  const place = placeIn(area, widget, cell)
  if (!place) {
    const needs = { w: widget.w, h: widget.h }
    return refused({ code: 'sensor_exceeds_area', areaId, needs })
  }
  return done(withWidgets(content, areaId, (widgets) => [...widgets, { ...widget, ...place }]))
}

/** Where an area takes a widget of this size; null: nowhere. */
export function placeIn(
  area: Area,
  { w, h }: Pick<Place, 'w' | 'h'>,
  cell?: Pick<Place, 'x' | 'y'>,
): Place | null {
  const { widgets } = area
  if (cell) {
    const x = Math.max(0, Math.min(cell.x, area.w - w))
    const y = Math.max(0, Math.min(cell.y, area.h - h))
    const wanted = { x, y, w, h }
    if (w <= area.w && h <= area.h && isFree(widgets, wanted)) return wanted
  }
  return freePlace(widgets, { w, h }, { columns: area.w, rows: area.h })
}

/** Whether two widgets show the same sensor in the same way. */
export function showsTheSame(
  { sensor, kind }: Pick<Widget, 'sensor' | 'kind'>,
  other: Pick<Widget, 'sensor' | 'kind'>,
): boolean {
  return (
    sensor !== null &&
    other.sensor !== null &&
    sensor.thing === other.sensor.thing &&
    sensor.key === other.sensor.key &&
    kind === other.kind
  )
}

/** Adds a widget to an area of its own, as large as it needs and not smaller than usual. */
export function addWidgetInNewArea(
  content: PageContent,
  areaId: string,
  widget: NewWidget,
): Outcome {
  const size = { w: Math.max(leastAreaSize, widget.w), h: Math.max(leastAreaSize, widget.h) }
  const added = addArea(content, areaId, size)
  if (!added.content) return added
  const outcome = addWidget(added.content, areaId, widget)
  // There is no such area then.
  return outcome.refusal ? refused({ ...outcome.refusal, areaId: null }) : outcome
}

/** Of an area for one widget, in columns and rows. */
const leastAreaSize = 4

const isFull = ({ areas }: PageContent): boolean =>
  areas.reduce((sum, { widgets }) => sum + widgets.length, 0) >= maximumWidgetsOfPage

export const removeWidget = (content: PageContent, areaId: string, widgetId: string): PageContent =>
  withWidgets(content, areaId, (widgets) => widgets.filter(({ id }) => id !== widgetId))

/** Puts widgets where the grid of their area has them; the area grows with what was pushed down. */
export function placeWidgets(
  content: PageContent,
  areaId: string,
  places: readonly (Place & { readonly id: string })[],
): PageContent {
  const byId = new Map(places.map((place) => [place.id, place]))
  return withWidgets(content, areaId, (widgets) =>
    widgets.map((widget) => {
      const { x, y, w, h } = byId.get(widget.id) ?? widget
      return sameOr(widget, { ...widget, x, y, w, h })
    }),
  )
}

/**
 * Shows a widget in another way; refused where the area shows its sensor in that way already, or
 * has no room for the least that the new kind needs.
 */
export function changeKind(
  content: PageContent,
  areaId: string,
  widgetId: string,
  next: Pick<Widget, 'kind' | 'options' | 'w' | 'h'>,
): Outcome {
  const area = content.areas.find(({ id }) => id === areaId)
  const widget = area?.widgets.find(({ id }) => id === widgetId)
  if (!area || !widget) return done(content)
  const others = area.widgets.filter((other) => other !== widget)
  const changed = { ...widget, kind: next.kind, options: next.options }
  if (others.some((other) => showsTheSame(other, changed)))
    return refused({ code: 'sensor_duplicate', areaId })
  const size = { w: Math.max(widget.w, next.w), h: Math.max(widget.h, next.h) }
  const place = placeIn({ ...area, widgets: others }, size, widget)
  if (!place)
    return refused({ code: 'sensor_exceeds_area', areaId, needs: size, instead: widgetId })
  return done(
    withWidgets(content, areaId, (widgets) =>
      widgets.map((each) => (each === widget ? { ...changed, ...place } : each)),
    ),
  )
}

export const changeOptions = (
  content: PageContent,
  areaId: string,
  widgetId: string,
  options: Widget['options'],
): PageContent =>
  withWidgets(content, areaId, (widgets) =>
    widgets.map((widget) =>
      widget.id === widgetId ? sameOr(widget, { ...widget, options }) : widget,
    ),
  )

/** The sensors of a widget that shows several. */
export const changeSensors = (
  content: PageContent,
  areaId: string,
  widgetId: string,
  sensors: Widget['sensors'],
): PageContent =>
  withWidgets(content, areaId, (widgets) =>
    widgets.map((widget) =>
      widget.id === widgetId ? sameOr(widget, { ...widget, sensors }) : widget,
    ),
  )

function withWidgets(
  content: PageContent,
  areaId: string,
  change: (widgets: readonly Widget[]) => readonly Widget[],
): PageContent {
  return withArea(content, areaId, (area) => {
    const changed = change(area.widgets)
    const isSameList =
      changed.length === area.widgets.length &&
      changed.every((widget, index) => widget === area.widgets[index])
    if (isSameList) return area
    const widgets = [...compacted(changed)]
    return { ...area, widgets, h: Math.max(area.h, extentOf(widgets).h) }
  })
}

/** A widget as it is, where the next one says the same. */
const sameOr = (widget: Widget, next: Widget): Widget => (isSame(widget, next) ? widget : next)
