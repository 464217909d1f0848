import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { Icon, Logo } from '#kit/ui/icon.tsx'
import { useSite } from '../../../../features/session/web/session/use-site.ts'
import { ExternalEntry } from './external-entry.tsx'
import { MenuEntries } from './menu-entries.tsx'
import { useSettings } from '../settings/settings-state.ts'
import type { SidebarMode } from './sidebar-state.ts'
import './sidebar.css'

interface SidebarProps {
  readonly mode: SidebarMode
  readonly onClose: () => void
}

/**
 * The menu at the left: what this person may open. Under 992 px a drawer that a click beside it,
 * Escape or a choice closes.
 */
export function Sidebar({ mode, onClose }: SidebarProps) {
  const translate = useTranslations('shell')
  const site = useSite()
  const hasLogo = useSettings((state) => state.sidebarLogo)
  const nav = useDrawer(mode === 'drawer', onClose)
  if (mode === 'away') return null
  return (
    <>
      {mode === 'drawer' && (
        <button
          type="button"
          className="backdrop"
          tabIndex={-1}
          aria-label={translate('closeMenu')}
          onClick={() => onClose()}
        />
      )}
      <nav ref={nav} id="main-menu" className="sidebar" aria-label={translate('mainMenu')}>
        {(hasLogo || mode === 'drawer') && (
          <Brand hasLogo={hasLogo} {...(mode === 'drawer' ? { onClose } : {})} />
        )}
        <MenuEntries isFolded={mode === 'folded'} onChoose={onClose} />
        {site?.legacyUrl && (
          <div className="sidebar-foot">
            <ExternalEntry
              href={site.legacyUrl}
              icon="back"
              name={translate('previousWebsite')}
              onChoose={onClose}
            />
          </div>
        )}
      </nav>
    </>
  )
}

/**
 * The mark and the name of the product, where the person wants them; on a phone the way to close
 * the menu.
 */
function Brand({ hasLogo, onClose }: { readonly hasLogo: boolean; readonly onClose?: () => void }) {
  const common = useTranslations('common')
  const translate = useTranslations('shell')
  return (
    <div className="sidebar-brand">
      {hasLogo && <Logo />}
      {hasLogo && <span>{common('productName')}</span>}
      {onClose && (
        <button
          type="button"
          className="icon-button"
          aria-label={translate('closeMenu')}
          onClick={() => onClose()}
        >
          <Icon name="close" />
        </button>
      )}
    </div>
  )
}

/** Moves the focus into an opened drawer and back when it closes; Escape closes it. */
function useDrawer(isDrawer: boolean, onClose: () => void) {
  const nav = useRef<HTMLElement>(null)
  useEffect(() => {
    if (!isDrawer) return
    const before = document.activeElement
    nav.current?.querySelector<HTMLElement>('a, button')?.focus()
    return () => {
      if (before instanceof HTMLElement) before.focus()
    }
  }, [isDrawer])
  useEffect(() => {
    if (!isDrawer) return
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key === 'Escape') onClose()
    }
    document.addEventListener('keydown', closeOnEscape)
    return () => document.removeEventListener('keydown', closeOnEscape)
  }, [isDrawer, onClose])
  return nav
}
