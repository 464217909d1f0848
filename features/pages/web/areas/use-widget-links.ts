import { useRouter } from '@tanstack/react-router'
import { useCallback, type MouseEvent } from 'react'

/**
 * Follows the plain links of widgets inside the application without loading the page anew; a press
 * anywhere on a widget follows the link of its name. Other clicks keep their meaning.
 */
export function useWidgetLinks(): (event: MouseEvent<HTMLElement>) => void {
  const router = useRouter()
  return useCallback(
    (event) => {
      const href = event.target instanceof Element ? linkAt(event.target) : null
      const isPlain = event.button === 0 && !(event.metaKey || event.ctrlKey)
      if (!href || event.defaultPrevented || !isPlain || event.shiftKey || event.altKey) return
      event.preventDefault()
      router.history.push(href)
    },
    [router],
  )
}

function linkAt(pressed: Element): string | null {
  const link = pressed.closest('a[href^="/"]')
  if (link) return link.getAttribute('href')
  const isSelecting = getSelection()?.isCollapsed === false
  if (isSelecting || pressed.closest('button, input') !== null) return null
  return pressed.closest('.widget')?.querySelector('.widget-name')?.getAttribute('href') ?? null
}
