import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { MenuList } from '#kit/ui/menu/menu-list.tsx'
import { useCloseMenuElsewhere } from '#kit/ui/menu/use-close-elsewhere.ts'
import type { View } from './tab-list.ts'
import type { useTabActions } from './use-tab-actions.ts'

/** Which tab's menu is open, and where on the screen. */
export interface TabMenuPosition {
  readonly view: View
  readonly title: string
  readonly x: number
  readonly y: number
}

interface TabMenuProps extends TabMenuPosition {
  readonly actions: ReturnType<typeof useTabActions>
  readonly onClose: () => void
}

/**
 * What can be done with a tab. Closes with Escape, a click elsewhere and a scroll, and gives the
 * focus back.
 */
export function TabMenu({ view, title, x, y, actions, onClose }: TabMenuProps) {
  const translate = useTranslations('shell.tabs')
  const root = useRef<HTMLDivElement>(null)
  useCloseMenuElsewhere(root, true, onClose)
  useFocusBack()
  return (
    <div
      ref={root}
      className="tab-menu"
      style={{ left: `min(${x}px, 100vw - var(--tab-menu) - 4px)`, top: y }}
    >
      <MenuList
        key={view.path}
        className=""
        label={translate('menuOf', { title })}
        choices={[
          { value: 'refresh', label: translate('refresh'), kind: 'action' },
          { value: 'close', label: translate('close'), kind: 'action', disabled: view.affix },
          { value: 'closeOthers', label: translate('closeOthers'), kind: 'action' },
          { value: 'closeAll', label: translate('closeAll'), kind: 'action' },
        ]}
        onClose={onClose}
        onChoose={(action) => {
          onClose()
          actions[action](view.path)
        }}
      />
    </div>
  )
}

function useFocusBack(): void {
  // Asked for while drawing: the list below takes the focus before an effect of this component
  // runs.
  const [before] = useState(() => document.activeElement)
  useEffect(() => {
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus()
    }
  }, [before])
}
