import { z } from 'zod'
import { create } from 'zustand'

const storageKey = 'warroom-layout'

const Layout = z
  .object({ tagsView: z.boolean(), fixedHeader: z.boolean(), sidebarLogo: z.boolean() })
  .partial()

/** What a person may choose about the frame; the names and beginnings are the specification's. */
interface Settings {
  /** Whether the settings are offered at all. */
  readonly showSettings: boolean
  /** The bar of open views. */
  readonly tagsView: boolean
  /** Top bar and tabs stay where they are while a screen scrolls. */
  readonly fixedHeader: boolean
  readonly sidebarLogo: boolean
}

function storedLayout() {
  try {
    return Layout.parse(JSON.parse(localStorage.getItem(storageKey) ?? '{}'))
  } catch {
    return {}
  }
}

/** The settings of this browser: `useSettings((state) => state.tagsView)`. */
export const useSettings = create<Settings>(() => {
  const { tagsView = true, fixedHeader = false, sidebarLogo = false } = storedLayout()
  return { showSettings: true, tagsView, fixedHeader, sidebarLogo }
})

export type Switch = 'tagsView' | 'fixedHeader' | 'sidebarLogo'

/** Turns a part of the frame on or off, from now on. */
export function setSwitch(name: Switch, isOn: boolean): void {
  useSettings.setState({ [name]: isOn })
  const { tagsView, fixedHeader, sidebarLogo } = useSettings.getState()
  try {
    localStorage.setItem(storageKey, JSON.stringify({ tagsView, fixedHeader, sidebarLogo }))
  } catch {
    // A browser that stores nothing loses the choice with the page.
  }
}
