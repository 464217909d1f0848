import { Link } from '@tanstack/react-router'
import { useEffect, useRef, type KeyboardEvent, type MouseEvent } from 'react'
import { useTranslations } from 'use-intl'
import { Icon } from '#kit/ui/icon.tsx'
import { useIsUnsaved } from '#kit/web/screens/unsaved-entries.ts'
import type { View } from './tab-list.ts'

interface TabProps {
  readonly view: View
  readonly title: string
  readonly isActive: boolean
  /** How many tabs there are: others may come before this one, and push it away. */
  readonly count: number
  readonly onClose: () => void
  readonly onMenu: (x: number, y: number) => void
}

export function Tab({ view, title, isActive, count, onClose, onMenu }: TabProps) {
  const translate = useTranslations('shell.tabs')
  const item = useRef<HTMLLIElement>(null)
  const isUnsaved = useIsUnsaved(view.path)
  const place = `${isActive} ${count} ${title}`
  const placeBefore = useRef('')
  useEffect(() => {
    if (place === placeBefore.current) return
    placeBefore.current = place
    if (isActive && item.current) scrollIntoView(item.current)
  }, [isActive, place])
  // A window that becomes narrower, or a menu that opens, takes room from the bar.
  useEffect(() => {
    const list = item.current?.parentElement
    if (!isActive || !list) return
    const observer = new ResizeObserver(() => {
      if (item.current) scrollIntoView(item.current)
    })
    observer.observe(list)
    return () => observer.disconnect()
  }, [isActive])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Delete' || view.affix) return
    event.preventDefault()
    onClose()
  }
  const onContextMenu = (event: MouseEvent) => {
    event.preventDefault()
    const { left, right, bottom } = event.currentTarget.getBoundingClientRect()
    onMenu(Math.min(Math.max(event.clientX, left), right), bottom)
  }
  return (
    <li
      ref={item}
      data-active={isActive ? '' : undefined}
      data-unsaved={isUnsaved ? '' : undefined}
    >
      <Link
        to={view.href}
        preload={false}
        aria-current={isActive ? 'page' : undefined}
        aria-haspopup="menu"
        onContextMenu={onContextMenu}
        activeProps={{}}
        onKeyDown={onKeyDown}
        onAuxClick={(event) => {
          if (event.button !== 1) return
          event.preventDefault()
          if (!view.affix) onClose()
        }}
        onMouseDown={(event) => {
          // The middle button would begin to scroll.
          if (event.button === 1) event.preventDefault()
        }}
      >
        <span className="words" dir="auto" title={title}>
          {title}
        </span>
      </Link>
      {!view.affix && (
        <button
          type="button"
          className="tab-close"
          aria-label={translate('closeView', { title })}
          title={translate('close')}
          onClick={onClose}
        >
          <Icon name="close" size={12} />
        </button>
      )}
    </li>
  )
}

/** Scrolls the bar, and nothing around it, so that a tab is to be seen whole. */
function scrollIntoView(item: HTMLElement): void {
  const list = item.parentElement
  if (list === null) return
  const [outer, inner] = [list.getBoundingClientRect(), item.getBoundingClientRect()]
  if (inner.left < outer.left) list.scrollLeft -= outer.left - inner.left
  else if (inner.right > outer.right) list.scrollLeft += inner.right - outer.right
}
