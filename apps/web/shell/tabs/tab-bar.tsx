import './tab-bar.css'
import { useRef, useState, type RefObject } from 'react'
import { useTranslations } from 'use-intl'
import type { RouteTable } from '../../routes/route-table.ts'
import { LeaveDialog } from './leave-dialog.tsx'
import { TabMenu, type TabMenuPosition } from './tab-menu.tsx'
import { useTabs } from './tab-store.ts'
import { useTabActions, type Loss } from './use-tab-actions.ts'
import { useViewTitle } from './use-view-title.ts'
import { Tab } from './tab.tsx'

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

/** After a tab was closed by keys, the focus goes to the one that is shown then. */
function followFocus({ current: bar }: RefObject<HTMLElement | null>): void {
  if (!bar?.contains(document.activeElement)) return
  const observer = new MutationObserver(() => {
    if (bar.contains(document.activeElement)) return
    observer.disconnect()
    bar.querySelector<HTMLElement>('[data-active] a, a')?.focus()
  })
  observer.observe(bar, { childList: true, subtree: true })
  // No tab is removed where the person chose to stay, or is asked first.
  setTimeout(() => observer.disconnect(), 1_000)
}
