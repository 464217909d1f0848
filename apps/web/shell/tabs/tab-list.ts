/** Shown for a view whose screen has no title, from the specification. */
export const untitled = 'no-name'

/** A view that a person has visited: one tab. */
export interface View {
  /** Address without what follows `?` and `#`: there is one tab for each. */
  readonly path: string
  /** Where the tab leads: the last full address of this path. */
  readonly href: string
  /** Key of the title in the catalogues; `no-name` where there is none. */
  readonly title: string
  /** Cannot be closed. */
  readonly affix: boolean
  /** Loses its state when another view is shown. */
  readonly noCache: boolean
  /** Grows when the view is to begin again. */
  readonly generation: number
}

export type Views = readonly View[]

/** What a visit determines; the rest is as of a plain screen. */
export type Visit = Pick<View, 'path' | 'href'> & Partial<Pick<View, 'title' | 'affix' | 'noCache'>>

/** Adds a view at the end. One that is there stays where it is and takes over the new address. */
export function visit(
  views: Views,
  { title = untitled, affix = false, noCache = false, ...address }: Visit,
): Views {
  const existing = views.find((view) => view.path === address.path)
  if (existing === undefined)
    return [...views, { ...address, title, affix, noCache, generation: 0 }]
  if (existing.href === address.href && existing.title === title) return views
  return views.map((view) => (view === existing ? { ...view, href: address.href, title } : view))
}

/** Takes one view away; an affixed one stays. */
export function close(views: Views, path: string): Views {
  return views.filter((view) => view.affix || view.path !== path)
}

/** Closes all but this view and the affixed ones. */
export function closeOthers(views: Views, path: string): Views {
  return views.filter((view) => view.affix || view.path === path)
}

/** Closes all but the affixed views, and these begin again: nothing stays cached. */
export function closeAll(views: Views): Views {
  return views.filter((view) => view.affix).map(renewed)
}

/** Lets a view begin again. */
export function refresh(views: Views, path: string): Views {
  return views.map((view) => (view.path === path ? renewed(view) : view))
}

const renewed = (view: View): View => ({ ...view, generation: view.generation + 1 })

/** Affixed views first, then those of before, each once. */
export function restore(affixed: readonly Visit[], before: readonly Visit[]): Views {
  return [...affixed, ...before].reduce<Views>((views, next) => visit(views, next), [])
}

/**
 * The view to show after a change: the active one while it is there, else its neighbour to the
 * right, else to the left, as they stood before; undefined when no view is left.
 */
export function nextActive(before: Views, after: Views, active: string): View | undefined {
  const left = new Map(after.map((view) => [view.path, view]))
  const at = before.findIndex((view) => view.path === active)
  const byNearness = [
    ...before.slice(Math.max(at, 0)),
    ...before.slice(0, Math.max(at, 0)).toReversed(),
  ]
  for (const { path } of byNearness) {
    const view = left.get(path)
    if (view) return view
  }
  return after.at(-1)
}
