import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { Icon, isIconName, Logo } from '#kit/ui/icon.tsx'
import { passesGate } from '#kit/web/gate.ts'
import type { ScreenRoute } from '#kit/web/manifest.ts'
import { useSession } from '../../../features/session/web/use-session.ts'
import { useSite } from '../../../features/session/web/use-site.ts'
import { features } from '../features.ts'
import { useScreenTitle } from './screen-title.ts'
import type { SidebarMode } from './sidebar-state.ts'
import './sidebar.css'

const menuScreens = features.flatMap((feature) => feature.screens).filter((screen) => screen.hidden !== true)

interface SidebarProps {
  readonly mode: SidebarMode
  readonly onClose: () => void
}

/** The menu at the left: what this person may open. Under 992 px a drawer that a click beside it, Escape or a choice closes. */
export function Sidebar({ mode, onClose }: SidebarProps) {
  const common = useTranslations('common')
  const translate = useTranslations('shell')
  const site = useSite()
  const nav = useDrawer(mode === 'drawer', onClose)
  if (mode === 'away') return null
  return (
    <>
      {mode === 'drawer' && (
        <button type="button" className="backdrop" tabIndex={-1} aria-label={translate('closeMenu')} onClick={onClose} />
      )}
      <nav ref={nav} id="main-menu" className="sidebar" aria-label={translate('mainMenu')}>
        <div className="sidebar-brand">
          <Logo />
          <span>{common('productName')}</span>
          {mode === 'drawer' && (
            <button type="button" className="icon-button" aria-label={translate('closeMenu')} onClick={onClose}>
              <Icon name="close" />
            </button>
          )}
        </div>
        <MenuEntries onChoose={onClose} />
        {site?.legacyUrl && (
          <div className="sidebar-foot">
            <a href={site.legacyUrl} title={translate('previousWebsite')}>
              <Icon name="back" />
              <span>{translate('previousWebsite')}</span>
            </a>
          </div>
        )}
      </nav>
    </>
  )
}

function MenuEntries({ onChoose }: { readonly onChoose: () => void }) {
  const person = useSession()
  const title = useScreenTitle()
  const isOffered = (screen: ScreenRoute) => person !== undefined && passesGate(person, screen.gate)
  return (
    <ul className="sidebar-menu words">
      {menuScreens.filter(isOffered).map((screen) => (
        <li key={screen.path}>
          <Link to={screen.path} title={title(screen.title)} onClick={onChoose}>
            <Icon name={isIconName(screen.icon) ? screen.icon : 'document'} />
            <span>{title(screen.title)}</span>
          </Link>
        </li>
      ))}
    </ul>
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
