import { useEffect } from 'react'
import { useTheme } from './theme.ts'

/** Colours what the system draws around the page, such as the bar of an installed application. */
export function useThemeColour(): void {
  const theme = useTheme((state) => state.theme)
  useEffect(() => {
    const root = document.documentElement
    if (root.dataset['theme'] !== theme) return
    const colour = getComputedStyle(root).getPropertyValue('--chrome')
    for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]'))
      meta.content = colour.trim()
  }, [theme])
}
