import { useRouter } from '@tanstack/react-router'
import { useCallback, type MouseEvent } from 'react'
import { detailOfHref, detailStep } from './detail-address.ts'

/** Whether a press is one that the browser itself would follow in the same tab. */
const isPlain = (event: MouseEvent): boolean =>
  event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)

/**
 * Follows the links of widgets inside the application without loading the page again: to other
 * pages, and to the details of a sensor. A press anywhere on a widget follows the link of its
 * name. Other clicks keep their meaning.
 */
export function useFollowLinks(): (event: MouseEvent<HTMLElement>) => void {
  const router = useRouter()
  return useCallback(
    (event) => {
      const link = event.target instanceof Element ? linkAt(event.target) : null
      const href = link?.getAttribute('href') ?? null
      if (!link || href === null || event.defaultPrevented || !isPlain(event)) return
      event.preventDefault()
      const sensor = detailOfHref(href)
      if (sensor === null) return router.history.push(href)
      // Where the press was beside the link, the focus returns to it all the same.
      link.focus({ preventScroll: true })
      void router.navigate(detailStep(sensor))
    },
    [router],
  )
}

/** The link that a press on this follows: its own, else that of the widget around it. */
function linkAt(pressed: Element): HTMLAnchorElement | null {
  const link = pressed.closest<HTMLAnchorElement>('a[href^="/"], a[href^="?detail="]')
  if (link) return link
  const isSelecting = getSelection()?.isCollapsed === false
  if (isSelecting || pressed.closest('a, button, input') !== null) return null
  return pressed.closest('.widget')?.querySelector<HTMLAnchorElement>('.widget-name[href]') ?? null
}
