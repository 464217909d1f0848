import { z } from 'zod'
import { create } from 'zustand'
import { readText, storeText } from '#kit/web/browser/stored-text.ts'

const storageKey = 'warroom-layout'

const Layout = z.object({
  tagsView: z.boolean().default(true),
  fixedHeader: z.boolean().default(false),
  sidebarLogo: z.boolean().default(false),
})

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
    return Layout.parse(JSON.parse(readText(storageKey) ?? '{}'))
  } catch {
    return Layout.parse({})
  }
}

/** The settings of this browser: `useSettings((state) => state.tagsView)`. */
export const useSettings = create<Settings>(() => ({ showSettings: true, ...storedLayout() }))

export type Switch = 'tagsView' | 'fixedHeader' | 'sidebarLogo'

/** Turns a part of the frame on or off, from now on. */
export function setSwitch(name: Switch, isOn: boolean): void {
  // Another tab may have changed the other switches.
  useSettings.setState({ ...storedLayout(), [name]: isOn })
  const { tagsView, fixedHeader, sidebarLogo } = useSettings.getState()
  storeText(storageKey, JSON.stringify({ tagsView, fixedHeader, sidebarLogo }))
}
