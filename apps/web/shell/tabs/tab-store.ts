import { z } from 'zod'
import { create } from 'zustand'
import type { Rights } from '#kit/model/gate.ts'
import { clearEndedView } from '#kit/web/screens/ended-views.ts'
import { clearUnsaved, keepUnsaved, wasLedAway } from '#kit/web/screens/unsaved-entries.ts'
import { nameScreen, useScreenNames } from '#kit/web/screens/screen-name.ts'
import { mayOpen, screenAt, type RouteTable } from '../../routes/route-table.ts'
import {
  close,
  closeAll,
  closeOthers,
  refresh,
  restore,
  visit,
  type Views,
  type Visit,
} from './tab-list.ts'

/** Stored for this tab of the browser alone, and for one person. */
const storageKey = 'warroom-tabs'

const StoredTabs = z.object({
  person: z.int(),
  views: z
    .array(z.object({ path: z.string(), href: z.string(), name: z.string().optional() }))
    .max(200),
})

interface TabState {
  /** Whose tabs they are; null before somebody has signed in. */
  readonly person: number | null
  readonly views: Views
  /** Views of before a reload that wait until all screens are known. */
  readonly waiting: readonly Visit[]
  /** Paths of views that were open when the person lost the right to them. */
  readonly refused: ReadonlySet<string>
}

/** The views that are open. */
export const useTabs = create<TabState>(() => ({
  ...{ person: null, views: [], waiting: [] },
  refused: new Set(),
}))

function set(change: Partial<TabState>): void {
  useTabs.setState(change)
  store()
}

function store(): void {
  const { person, views, waiting } = useTabs.getState()
  if (person === null) return
  const { byPath } = useScreenNames.getState()
  const stored = [...waiting, ...views].map(({ path, href }) => ({
    ...{ path, href },
    name: byPath.get(path),
  }))
  try {
    sessionStorage.setItem(storageKey, JSON.stringify({ person, views: stored }))
  } catch {
    // A browser that stores nothing loses the tabs with the page.
  }
}

// A screen that is drawn later says what it is about after its tab is there.
useScreenNames.subscribe(store)

function storedViews(person: number): readonly Visit[] {
  try {
    const stored = StoredTabs.safeParse(JSON.parse(sessionStorage.getItem(storageKey) ?? 'null'))
    if (!stored.success || stored.data.person !== person) return []
    // Their screens are not drawn before they are shown, and name nothing until then.
    for (const { path, name } of stored.data.views) if (name !== undefined) nameScreen(path, name)
    return stored.data.views.map(({ path, href }) => ({ path, href }))
  } catch {
    return []
  }
}

/** A visit of an address by this person; undefined where no screen of theirs is. */
function visitOf(
  address: Pick<Visit, 'path' | 'href'>,
  person: Rights,
  table: RouteTable,
): Visit | undefined {
  const opened = screenAt(address.path, table)
  if (opened === undefined || !mayOpen(person, opened.screen, table)) return undefined
  const { title, affix = false, noCache = false } = opened.screen
  return { ...address, title, affix, noCache }
}

/**
 * Opens the tabs of a person: the affixed ones, and those that were open before a reload and may
 * still be; these only once `isComplete` says that all screens are known. Called again when roles
 * change, it closes what the person may no longer open.
 */
export function openTabs(
  person: Rights & { readonly id: number },
  table: RouteTable,
  isComplete: boolean,
): void {
  const state = useTabs.getState()
  const isSame = state.person === person.id
  const waiting = isSame ? state.waiting : storedViews(person.id)
  const open = isSame ? state.views : []
  const affixed = table.screens
    .filter((screen) => screen.affix)
    .map(({ path }) => ({ path, href: path }))
  const visits = (views: readonly Visit[]) =>
    views.flatMap((view) => visitOf(view, person, table) ?? [])
  const restored = restore(visits(affixed), visits(isComplete ? [...waiting, ...open] : open))
  const generations = new Map(open.map((view) => [view.path, view.generation]))
  const paths = new Set(restored.map(({ path }) => path))
  set({
    person: person.id,
    views: restored.map((view) => ({ ...view, generation: generations.get(view.path) ?? 0 })),
    waiting: isComplete ? [] : waiting,
    refused: new Set(open.flatMap(({ path }) => (paths.has(path) ? [] : [path]))),
  })
}

/**
 * A view is drawn no more. What its forms hold is lost with a tab that the person closes, and stays
 * where the person was led away from it: they may not open something any more, or an address was
 * none.
 */
export function dropView(path: string): void {
  const { person, refused } = useTabs.getState()
  const { pathname } = window.location
  const isLedAway =
    refused.has(path) || pathname === '/401' || (pathname === '/404' && wasLedAway())
  if (isLedAway && person !== null) keepUnsaved(path, person)
  else clearUnsaved(path)
}

function change(step: (views: Views) => Views): void {
  const { views } = useTabs.getState()
  const changed = step(views)
  if (changed !== views) set({ views: changed })
}

export const visitTab = (view: Visit) => change((views) => visit(views, view))
export const closeTab = (path: string) => change((views) => close(views, path))
export const closeOtherTabs = (path: string) => change((views) => closeOthers(views, path))
export const closeAllTabs = () => change(closeAll)
export const refreshTab = (path: string) => change((views) => refresh(views, path))

/** Closes the tabs of views whose work has ended, but not of the one that is still shown. */
export function closeEndedTabs(ended: ReadonlySet<string>, active: string | undefined): void {
  for (const path of ended) {
    if (path === active) continue
    clearEndedView(path)
    closeTab(path)
  }
}
