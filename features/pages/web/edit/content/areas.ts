import { maximumAreas, maximumRows, pageColumns } from '../../../contract/limits.ts'
import type { PageContent } from './page-content.ts'
import type { Place } from '../../../contract/area-rules.ts'
import type { Area } from '../../../contract/page.ts'
import { bottomOf, compacted, extentOf, freePlace } from './places.ts'
import { done, refused, type Outcome, type Refusal } from './outcome.ts'
import { repaired } from './stored-areas.ts'

/** The header of an area takes one row of the page. */
export const headerRows = 1

/** An area as the grid of the page places it: with the row of its header. */
export const outerPlace = ({ x, y, w, h }: Place): Place => ({ x, y, w, h: h + headerRows })

const newAreaSize = { w: 6, h: 4 }

/**
 * A page as it is shown and edited: its areas and their widgets as high up as they fit, and what
 * was stored wrongly in a place that it can have.
 */
export function normalizePage({ name, areas }: PageContent): PageContent {
  const inner = repaired(areas).areas.map((area) => {
    const widgets = compacted(area.widgets)
    return widgets.every((widget, index) => widget === area.widgets[index])
      ? area
      : { ...area, widgets: [...widgets] }
  })
  return { name, areas: arranged(inner) }
}

const arranged = (areas: readonly Area[]): readonly Area[] =>
  compacted(areas, ({ h }) => h + headerRows)

/** The page with one area changed, and the others out of its way; the same where nothing is. */
export function withArea(
  content: PageContent,
  id: string,
  change: (area: Area) => Area,
): PageContent {
  const areas = content.areas.map((area) => (area.id === id ? change(area) : area))
  if (areas.every((area, index) => area === content.areas[index])) return content
  return { ...content, areas: arranged(areas) }
}

/** Adds an unnamed area in the first place that has room for it. */
export function addArea(
  content: PageContent,
  id: string,
  size: Pick<Place, 'w' | 'h'> = newAreaSize,
): Outcome {
  if (content.areas.length >= maximumAreas) return refused({ code: 'too_many', areaId: null })
  const outer = { w: Math.min(size.w, pageColumns), h: size.h + headerRows }
  const place = freePlace(content.areas.map(outerPlace), outer, { columns: pageColumns })
  if (!place || place.y + outer.h > maximumRows)
    return refused({ code: 'area_out_of_range', areaId: null })
  const area: Area = { id, name: '', ...place, h: size.h, widgets: [] }
  return done({ ...content, areas: arranged([...content.areas, area]) })
}

export const renameArea = (content: PageContent, id: string, name: string): PageContent =>
  withArea(content, id, (area) => (area.name === name ? area : { ...area, name }))

/** Takes every widget out of an area. */
export const clearArea = (content: PageContent, id: string): PageContent =>
  withArea(content, id, (area) => (area.widgets.length === 0 ? area : { ...area, widgets: [] }))

export const deleteArea = ({ areas, ...content }: PageContent, id: string): PageContent => ({
  ...content,
  areas: arranged(areas.filter((area) => area.id !== id)),
})

/**
 * Puts areas where the grid of the page has them (with the rows of their headers). An area is never
 * smaller than what is in it.
 */
export function placeAreas(
  content: PageContent,
  places: readonly (Place & { readonly id: string })[],
): Outcome {
  const byId = new Map(places.map((place) => [place.id, place]))
  const areas = content.areas.map((area) => {
    const place = byId.get(area.id)
    if (!place) return area
    const minimum = extentOf(area.widgets)
    const w = Math.max(place.w, minimum.w)
    const h = Math.max(place.h - headerRows, minimum.h)
    return { ...area, x: place.x, y: place.y, w, h }
  })
  return inRange({ ...content, areas: arranged(areas) })
}

/**
 * Makes an area large enough for a widget of this size beside those that it has, without the one
 * that is to be there `instead`.
 */
export function enlargeArea(
  content: PageContent,
  id: string,
  size: Pick<Place, 'w' | 'h'>,
  instead?: string,
): Outcome {
  return inRange(
    withArea(content, id, (area) => {
      const others = area.widgets.filter((widget) => widget.id !== instead)
      const w = Math.max(area.w, size.w)
      const x = Math.max(0, Math.min(area.x, pageColumns - w))
      const place = freePlace(others, size, { columns: w })
      const below = bottomOf(others) + size.h
      return { ...area, x, w, h: Math.max(area.h, place ? place.y + place.h : below) }
    }),
  )
}

/** What was refused, once more in an area that has room for it. */
export function afterEnlarging(
  content: PageContent,
  { areaId, needs, instead }: Refusal,
  next: (content: PageContent) => Outcome,
): Outcome {
  if (areaId === null || !needs) return next(content)
  const larger = enlargeArea(content, areaId, needs, instead)
  return larger.content ? next(larger.content) : larger
}

function inRange(content: PageContent): Outcome {
  const outside = content.areas.find(
    ({ x, y, w, h }) => x < 0 || x + w > pageColumns || y + h > maximumRows,
  )
  return outside ? refused({ code: 'area_out_of_range', areaId: outside.id }) : done(content)
}
