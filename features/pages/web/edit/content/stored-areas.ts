import { defaultOptions } from '#kit/ui/grid/layout/item.ts'
import { normalizeLayout, type Fault } from '#kit/ui/grid/layout/normalize-layout.ts'
import { maximumBottom } from '../../../contract/limits.ts'
import type { Place } from '../../../contract/area-rules.ts'
import type { Area } from '../../../contract/page.ts'
import { bottomOf } from './places.ts'

/** What is wrong with an area as it is stored, or with a widget in it. */
export interface AreaFault {
  /** As it is shown. */
  readonly area: Area
  /** Absent: of the area itself. */
  readonly widget?: Area['widgets'][number]
  readonly fault: Fault
}

interface Repaired {
  /** The given ones where nothing was wrong. */
  readonly areas: readonly Area[]
  readonly faults: readonly AreaFault[]
}

/**
 * The areas of a stored page with their widgets, each in a place that it can have, and what was
 * wrong. An area is at least as high as what is in it.
 */
export function repaired(stored: readonly Area[]): Repaired {
  const { layout, faults } = normalizeLayout(stored.map(asItem), {
    ...defaultOptions,
    maxRows: maximumBottom,
  })
  const found: AreaFault[] = []
  const areas = stored.map((given, index) => {
    const { i: id, x, y, w, h } = layout[index] ?? asItem(given)
    const fault = faults.get(id)
    const area = fault ? { ...given, id, x, y, w, h } : given
    if (fault) found.push({ area, fault })
    const inside = withOwnPlaces(area)
    found.push(...inside.faults)
    return inside.area
  })
  return { areas: found.length === 0 ? stored : areas, faults: found }
}

const asItem = ({ id: i, x, y, w, h }: Place & { readonly id: string }) => ({ i, x, y, w, h })

function withOwnPlaces(area: Area): { readonly area: Area; readonly faults: AreaFault[] } {
  const { layout, faults } = normalizeLayout(area.widgets.map(asItem), {
    ...defaultOptions,
    colNum: area.w,
    maxRows: maximumBottom,
  })
  const isTooHigh = bottomOf(layout) > area.h
  if (faults.size === 0 && !isTooHigh) return { area, faults: [] }
  const widgets = area.widgets.map((widget, index) => {
    const { i: id, x, y, w, h } = layout[index] ?? asItem(widget)
    return { ...widget, id, x, y, w, h }
  })
  const next = { ...area, h: Math.max(area.h, bottomOf(layout)), widgets }
  const found = widgets.flatMap((widget): AreaFault[] => {
    const isBelow = widget.y + widget.h > area.h
    const fault = faults.get(widget.id) ?? (isBelow ? 'outside' : undefined)
    return fault ? [{ area: next, widget, fault }] : []
  })
  return { area: next, faults: found }
}
