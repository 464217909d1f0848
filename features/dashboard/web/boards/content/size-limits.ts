import { withinLimits } from '#kit/ui/grid/layout/clamp.ts'
import { compacted } from '#kit/ui/grid/layout/compact.ts'
import type { GridItem, Layout, Size } from '#kit/ui/grid/layout/item.ts'
import { firstFree } from '#kit/ui/grid/layout/place.ts'
import { overlap } from '#kit/ui/grid/layout/normalize-layout.ts'
import { maximumRows, pageColumns } from '#features/pages/contract/limits.ts'
import type { Widget } from '#features/pages/contract/page.ts'
import { boardOptions, layoutOf, withLayout, withWidget, type Draft } from './draft.ts'

/** Limits of a widget's width, in columns, and of its height, in rows. */
export const sizeAxes = [
  { axis: 'width', lower: 'minW', upper: 'maxW', size: 'w', maximum: pageColumns },
  { axis: 'height', lower: 'minH', upper: 'maxH', size: 'h', maximum: maximumRows },
] as const

export type LimitName = (typeof sizeAxes)[number]['lower' | 'upper']
export type SizeLimits = Pick<Widget, LimitName>

/** What a person typed for each limit; empty: no limit. */
export type LimitTexts = Readonly<Record<LimitName, string>>

/** Why a limit is not taken. */
export type LimitFault =
  /** It is no whole number between these two. */
  | { readonly reason: 'whole'; readonly minimum: number; readonly maximum: number }
  /** The maximum is below the minimum that was typed. */
  | { readonly reason: 'order'; readonly minimum: number }
  /** The maximum is below what the kind of the widget needs. */
  | { readonly reason: 'needs'; readonly minimum: number }

export interface ReadLimits {
  /** As typed; without sense where there are faults. */
  readonly limits: SizeLimits
  readonly faults: ReadonlyMap<LimitName, LimitFault>
}

/** The limits that a widget has, as texts of a form. */
export function limitTexts({ minW, maxW, minH, maxH }: SizeLimits): LimitTexts {
  const text = (limit: number | undefined) => (limit === undefined ? '' : String(limit))
  return { minW: text(minW), maxW: text(maxW), minH: text(minH), maxH: text(maxH) }
}

/**
 * The limits that were typed, and what is wrong with each; `needed` is the smallest size of the
 * kind.
 */
export function readLimits(texts: LimitTexts, needed: Size = { w: 1, h: 1 }): ReadLimits {
  const limits: SizeLimits = {}
  const faults = new Map<LimitName, LimitFault>()
  for (const axis of sizeAxes) {
    for (const name of [axis.lower, axis.upper]) {
      const limit = wholeNumber(texts[name])
      const isSound = limit === undefined || (limit >= 1 && limit <= axis.maximum)
      if (isSound) limits[name] = limit
      else faults.set(name, { reason: 'whole', minimum: 1, maximum: axis.maximum })
    }
    const maximum = limits[axis.upper]
    if (maximum === undefined) continue
    const [minimum, neededSize] = [limits[axis.lower] ?? 1, needed[axis.size]]
    if (maximum < minimum) faults.set(axis.upper, { reason: 'order', minimum })
    else if (maximum < neededSize) faults.set(axis.upper, { reason: 'needs', minimum: neededSize })
  }
  return { limits, faults }
}

/** Undefined for nothing; NaN for what is no whole number. */
function wholeNumber(text: string): number | undefined {
  const plain = text.trim()
  if (plain === '') return undefined
  return /^\d{1,6}$/.test(plain) ? Number(plain) : NaN
}

/**
 * The draft with other limits of a widget's size. Where it is smaller or larger than they allow it
 * gets the nearest size that they do, moved to the left where the columns end; others make room. A
 * locked one that would lie upon other locked ones goes to the first place that they leave free.
 */
export function withSizeLimits(draft: Draft, id: string, limits: SizeLimits): Draft {
  const widget = draft.widgets.find((each) => each.id === id)
  const names = sizeAxes.flatMap(({ lower, upper }) => [lower, upper])
  if (!widget || names.every((name) => widget[name] === limits[name])) return draft
  const { minW, maxW, minH, maxH } = limits
  const next = withWidget(draft, id, { minW, maxW, minH, maxH })
  const layout = layoutOf(next.widgets, () => undefined)
  const locked = layout.filter((item) => item.static === true && item.i !== id)
  const changed = layout.map((item) => (item.i === id ? apart(sized(item), locked) : item))
  return withLayout(next, compacted(changed))
}

function sized(item: GridItem): GridItem {
  const { w, h } = withinLimits(item, item)
  return { ...item, w, h, x: Math.min(item.x, pageColumns - w) }
}

/** A locked item where it lies upon no other locked one; all others rise around these. */
function apart(item: GridItem, locked: Layout): GridItem {
  if (item.static !== true || !locked.some((other) => overlap(item, other))) return item
  return { ...item, ...firstFree(locked, item, boardOptions, item) }
}
