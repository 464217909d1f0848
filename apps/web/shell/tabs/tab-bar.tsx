import { Link } from '@tanstack/react-router'
import {
  useEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
} from 'react'
import { useTranslations } from 'use-intl'
import { Icon } from '#kit/ui/icon.tsx'
import { useIsUnsaved } from '#kit/web/screens/unsaved-entries.ts'
import type { RouteTable } from '../../routes/route-table.ts'
import { LeaveDialog } from './leave-dialog.tsx'
import type { View } from './tab-list.ts'
import { TabMenu, type TabMenuPosition } from './tab-menu.tsx'
import { useTabs } from './tab-store.ts'
import { useTabActions, type Loss } from './use-tab-actions.ts'
import { useViewTitle } from './use-view-title.ts'
import './tab-bar.css'

interface TabBarProps {
  readonly active: string | undefined
  readonly table: RouteTable
}

/**
 * The views that are open. A middle click or Delete closes one; the right button or the menu key
 * opens its menu.
 */
export function TabBar({ active, table }: TabBarProps) {
  const translate = useTranslations('shell.tabs')
  const views = useTabs((state) => state.views)
  const [loss, setLoss] = useState<Loss | null>(null)
  const actions = useTabActions(active, setLoss)
  const titleOf = useViewTitle(table)
  const [menu, setMenu] = useState<TabMenuPosition | null>(null)
  const bar = useRef<HTMLElement>(null)
  return (
    <nav ref={bar} className="tab-bar" aria-label={translate('label')}>
      <ul
        onWheel={({ currentTarget, deltaY }) => {
          currentTarget.scrollLeft += deltaY
        }}
      >
        {views.map((view) => (
          <Tab
            key={view.path}
            view={view}
            title={titleOf(view)}
            isActive={view.path === active}
            count={views.length}
            onClose={() => {
              actions.close(view.path)
              followFocus(bar)
            }}
            onMenu={(x, y) => setMenu({ view, title: titleOf(view), x, y })}
          />
        ))}
      </ul>
      {menu && <TabMenu {...menu} actions={actions} onClose={() => setMenu(null)} />}
      {loss && (
        <LeaveDialog
          titles={views.filter(({ path }) => loss.paths.includes(path)).map(titleOf)}
          onLeave={loss.accept}
          onClose={() => setLoss(null)}
        />
      )}
    </nav>
  )
}

/** Whoever closes a tab by keys goes on at the one that is shown then. */
function followFocus({ current: bar }: RefObject<HTMLElement | null>): void {
  if (!bar?.contains(document.activeElement)) return
  const observer = new MutationObserver(() => {
    if (bar.contains(document.activeElement)) return
    observer.disconnect()
    bar.querySelector<HTMLElement>('[data-active] a, a')?.focus()
  })
  observer.observe(bar, { childList: true, subtree: true })
  // Nothing is removed where the person stays, or is asked first.
  setTimeout(() => observer.disconnect(), 1_000)
}

interface TabProps {
  readonly view: View
  readonly title: string
  readonly isActive: boolean
  /** How many tabs there are: others may come before this one, and push it away. */
  readonly count: number
  readonly onClose: () => void
  readonly onMenu: (x: number, y: number) => void
}

function Tab({ view, title, isActive, count, onClose, onMenu }: TabProps) {
  const translate = useTranslations('shell.tabs')
  const item = useRef<HTMLLIElement>(null)
  const isUnsaved = useIsUnsaved(view.path)
  const place = `${isActive} ${count} ${title}`
  const placeBefore = useRef('')
  useEffect(() => {
    if (place === placeBefore.current) return
    placeBefore.current = place
    if (isActive && item.current) bringInSight(item.current)
  }, [isActive, place])
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
        <span className="words">{title}</span>
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
function bringInSight(item: HTMLElement): void {
  const list = item.parentElement
  if (list === null) return
  const [outer, inner] = [list.getBoundingClientRect(), item.getBoundingClientRect()]
  if (inner.left < outer.left) list.scrollLeft -= outer.left - inner.left
  else if (inner.right > outer.right) list.scrollLeft += inner.right - outer.right
}
