import { useEffect } from 'react'
import { create } from 'zustand'

interface ScreenNames {
  /** Of the thing that is shown or edited at a path. */
  readonly byPath: ReadonlyMap<string, string>
}

export const useScreenNames = create<ScreenNames>(() => ({ byPath: new Map() }))

/** Names what is shown or edited at a path: the tab tells it from others of the same screen. */
export function useScreenName(path: string, name: string | undefined): void {
  useEffect(() => {
    if (name !== undefined) nameScreen(path, name)
  }, [path, name])
}

/** As `useScreenName`, for a screen that is not drawn yet. */
export function nameScreen(path: string, name: string): void {
  useScreenNames.setState(({ byPath }) =>
    byPath.get(path) === name ? {} : { byPath: new Map(byPath).set(path, name) },
  )
}
