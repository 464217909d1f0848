import { create } from 'zustand'
import { isPrinting, watchPrinting } from '#kit/ui/printing.ts'

export const themeChoices = ['light', 'dark', 'system'] as const
export type ThemeChoice = (typeof themeChoices)[number]

/** The colour of the specification. */
export const defaultAccent = '#409EFF'

/**
 * Where the choices are stored; `apps/web/first-paint.js` reads the same keys before anything is
 * drawn.
 */
export const themeStorageKey = 'warroom-theme'
export const accentStorageKey = 'warroom-accent'

const systemIsDark = () => matchMedia('(prefers-color-scheme: dark)')

/** Whether `text` is a colour as a colour field gives it: `#rrggbb`. */
export function isAccent(text: unknown): text is string {
  return typeof text === 'string' && /^#[\da-f]{6}$/i.test(text)
}

function read(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

function store(key: string, value: string): void {
  try {
    localStorage.setItem(key, value)
  } catch {
    // A browser that stores nothing loses the choice with the page.
  }
}

function storedChoice(): ThemeChoice {
  const stored = read(themeStorageKey)
  return themeChoices.find((choice) => choice === stored) ?? 'system'
}

function storedAccent(): string {
  const stored = read(accentStorageKey)
  return isAccent(stored) ? stored : defaultAccent
}

interface ThemeState {
  readonly choice: ThemeChoice
  /** What is on screen now. */
  readonly theme: 'light' | 'dark'
  /** The colour from which every shade of the accent derives: `#rrggbb`. */
  readonly accent: string
}

function themeOf(choice: ThemeChoice): ThemeState['theme'] {
  // Paper is white.
  if (isPrinting()) return 'light'
  if (choice !== 'system') return choice
  return systemIsDark().matches ? 'dark' : 'light'
}

const resolve = (choice: ThemeChoice): Omit<ThemeState, 'accent'> => ({
  choice,
  theme: themeOf(choice),
})

/** The colour theme: `useTheme((state) => state.theme)`. */
export const useTheme = create<ThemeState>(() => ({
  ...resolve(storedChoice()),
  accent: storedAccent(),
}))

function show(change: Partial<ThemeState>): void {
  useTheme.setState(change)
  const { theme, accent } = useTheme.getState()
  const root = document.documentElement
  root.dataset['theme'] = theme
  if (accent.toLowerCase() === defaultAccent.toLowerCase()) root.style.removeProperty('--accent')
  else root.style.setProperty('--accent', accent)
}

/** Shows a theme from now on and stores the choice. */
export function chooseTheme(choice: ThemeChoice): void {
  store(themeStorageKey, choice)
  show(resolve(choice))
}

/**
 * Recolours everything that derives from the accent, at once, and stores the colour. What is not
 * `#rrggbb` is left alone.
 */
export function chooseAccent(accent: string): void {
  if (!isAccent(accent)) return
  store(accentStorageKey, accent)
  show({ accent })
}

/**
 * Shows the stored theme, follows the system while the choice is `system`, and prints in the light
 * one. Returns a function that stops following.
 */
export function startTheme(): () => void {
  show({ ...resolve(storedChoice()), accent: storedAccent() })
  const query = systemIsDark()
  const follow = () => show(resolve(useTheme.getState().choice))
  query.addEventListener('change', follow)
  const stopPrinting = watchPrinting(follow)
  return () => {
    query.removeEventListener('change', follow)
    stopPrinting()
  }
}
