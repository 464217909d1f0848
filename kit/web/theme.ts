import { create } from 'zustand'

export const themeChoices = ['light', 'dark', 'system'] as const
export type ThemeChoice = (typeof themeChoices)[number]

/** Where the choice is kept; `apps/web/first-paint.js` reads the same key before anything is drawn. */
export const themeStorageKey = 'warroom-theme'

const systemIsDark = () => matchMedia('(prefers-color-scheme: dark)')

function storedChoice(): ThemeChoice {
  try {
    const stored = localStorage.getItem(themeStorageKey)
    return themeChoices.find((choice) => choice === stored) ?? 'system'
  } catch {
    return 'system'
  }
}

function keepChoice(choice: ThemeChoice): void {
  try {
    localStorage.setItem(themeStorageKey, choice)
  } catch {
    // A browser that keeps nothing forgets the choice with the page.
  }
}

interface ThemeState {
  readonly choice: ThemeChoice
  /** What is on screen now. */
  readonly theme: 'light' | 'dark'
}

const resolve = (choice: ThemeChoice): ThemeState => ({
  choice,
  theme: choice === 'system' ? (systemIsDark().matches ? 'dark' : 'light') : choice,
})

/** The colour theme: `useTheme((state) => state.theme)`. */
export const useTheme = create<ThemeState>(() => resolve(storedChoice()))

function show(state: ThemeState): void {
  document.documentElement.dataset['theme'] = state.theme
  useTheme.setState(state)
}

/** Shows a theme from now on and keeps the choice. */
export function chooseTheme(choice: ThemeChoice): void {
  keepChoice(choice)
  show(resolve(choice))
}

/** Shows the kept theme and follows the system while the choice is `system`. Returns a function that stops following. */
export function startTheme(): () => void {
  show(resolve(storedChoice()))
  const query = systemIsDark()
  const follow = () => show(resolve(useTheme.getState().choice))
  query.addEventListener('change', follow)
  return () => query.removeEventListener('change', follow)
}
