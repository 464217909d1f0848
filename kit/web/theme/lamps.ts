import { create } from 'zustand'

/** `apps/web/first-paint.js` reads the same key before anything is drawn. */
const storageKey = 'warroom-lamps'

interface LampColours {
  /** Lamps have their hue faintly: their place and their word say which one is lit. */
  readonly areMuted: boolean
}

/** How lamps are coloured on this page: `useLampColours((state) => state.areMuted)`. */
export const useLampColours = create<LampColours>(() => ({
  areMuted: document.documentElement.dataset['lamps'] === 'muted',
}))

/** Mutes the colours of lamps in this browser, or no more, from now on. */
export function muteLamps(areMuted: boolean): void {
  const chosen = areMuted ? 'muted' : 'normal'
  document.documentElement.dataset['lamps'] = chosen
  useLampColours.setState({ areMuted })
  try {
    localStorage.setItem(storageKey, chosen)
  } catch {
    // A browser that stores nothing loses the choice with the page.
  }
}
