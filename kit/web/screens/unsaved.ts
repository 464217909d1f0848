import { useEffect } from 'react'
import { create } from 'zustand'

/**
 * Paths of the views that hold entries which nobody has saved; a hidden view keeps its entries, and
 * its place here.
 */
const useUnsavedPaths = create<{ readonly paths: ReadonlySet<string> }>(() => ({
  paths: new Set(),
}))

function mark(path: string, isUnsaved: boolean): void {
  const { paths } = useUnsavedPaths.getState()
  if (paths.has(path) === isUnsaved) return
  const changed = new Set(paths)
  if (isUnsaved) changed.add(path)
  else changed.delete(path)
  useUnsavedPaths.setState({ paths: changed })
  // A browser that has such a listener caches no page for going back: only while there is something
  // to lose.
  if (changed.size > 0) window.addEventListener('beforeunload', askBeforeUnload)
  else window.removeEventListener('beforeunload', askBeforeUnload)
}

function askBeforeUnload(event: BeforeUnloadEvent): void {
  event.preventDefault()
}

/**
 * Says whether the screen that calls holds unsaved entries: the person is then asked before its tab
 * or the page closes.
 */
export function useUnsaved(isUnsaved: boolean): void {
  // Runs while the screen is shown, so that the address is its own. Hiding it must not take the
  // mark away.
  useEffect(() => mark(window.location.pathname, isUnsaved), [isUnsaved])
}

/** Those of `paths` that hold unsaved entries. */
export function unsavedAmong(paths: readonly string[]): readonly string[] {
  return paths.filter((path) => useUnsavedPaths.getState().paths.has(path))
}

/** Draws anew when the view of `path` begins or ceases to hold unsaved entries. */
export function useIsUnsaved(path: string): boolean {
  return useUnsavedPaths(({ paths }) => paths.has(path))
}

/** The view of `path` is gone, and its entries with it. */
export function clearUnsaved(path: string): void {
  mark(path, false)
}
