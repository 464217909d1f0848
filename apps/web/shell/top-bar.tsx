import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { Icon } from '#kit/ui/icon.tsx'
import { isNarrowQuery, useMedia } from '#kit/web/use-media.ts'
import { useSession } from '../../../features/session/web/use-session.ts'
import { useSignOut } from '../../../features/session/web/use-sign-out.ts'
import { useSite } from '../../../features/session/web/use-site.ts'
import { leaveSession } from '../session-guard.ts'
import { AccountMenu } from './account-menu.tsx'
import { Clock } from './clock.tsx'
import { ConnectionMark } from './connection-mark.tsx'
import { LanguageMenu } from './language-menu.tsx'
import { useCurrentTitle } from './screen-title.ts'
import type { SidebarMode } from './sidebar-state.ts'
import { ThemeMenu } from './theme-menu.tsx'
import './top-bar.css'

interface TopBarProps {
  readonly sidebar: SidebarMode
  readonly onToggleSidebar: () => void
}

/** The bar above every screen: where one is, how the connection is, the time, and what belongs to the person. */
export function TopBar({ sidebar, onToggleSidebar }: TopBarProps) {
  const title = useCurrentTitle()
  const site = useSite()
  const isNarrow = useMedia(isNarrowQuery)
  return (
    <header className="top-bar">
      <SidebarButton sidebar={sidebar} onToggle={onToggleSidebar} />
      <h1>
        {title}
        {site && <small>{site.name}</small>}
      </h1>
      <ConnectionMark />
      <span className="grow" />
      <Clock />
      {isNarrow ? <NarrowTools /> : <WideTools />}
    </header>
  )
}

function SidebarButton({ sidebar, onToggle }: { readonly sidebar: SidebarMode; readonly onToggle: () => void }) {
  const translate = useTranslations('shell')
  const label = { full: 'collapseMenu', folded: 'expandMenu', drawer: 'closeMenu', away: 'openMenu' } as const
  return (
    <button
      type="button"
      className="icon-button sidebar-toggle"
      aria-label={translate(label[sidebar])}
      title={translate(label[sidebar])}
      aria-expanded={sidebar === 'full' || sidebar === 'drawer'}
      aria-controls="main-menu"
      onClick={onToggle}
    >
      <Icon name="fold" />
    </button>
  )
}

function WideTools() {
  const translate = useTranslations('shell')
  const person = useSession()
  const signOut = useLeave()
  return (
    <>
      <i className="divider" />
      <LanguageMenu />
      <ThemeMenu />
      {person && <AccountMenu person={person} onSignOut={signOut} />}
      <button
        type="button"
        className="icon-button"
        aria-label={translate('signOut')}
        title={translate('signOut')}
        onClick={signOut}
      >
        <Icon name="sign-out" />
      </button>
    </>
  )
}

function NarrowTools() {
  const person = useSession()
  const signOut = useLeave()
  return (
    <>
      <ThemeMenu />
      {person && <AccountMenu person={person} onSignOut={signOut} isNarrow />}
    </>
  )
}

function useLeave(): () => void {
  const router = useRouter()
  const client = useQueryClient()
  const { mutate } = useSignOut(() => void leaveSession(router, client))
  return () => mutate()
}
