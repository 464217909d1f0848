import { useTranslations } from 'use-intl'
import { Icon } from '#kit/ui/icon.tsx'
import { isNarrowQuery, useMedia } from '#kit/web/browser/use-media.ts'
import { AskBox } from '../../../../features/assistant/web/top-bar/ask-box.tsx'
import { ErrorMark } from '../../../../features/client-errors/web/error-mark.tsx'
import { useSession } from '../../../../features/session/web/session/use-session.ts'
import { useSite } from '../../../../features/session/web/session/use-site.ts'
import { HelpButton } from '../../../../features/toolbox/web/help/help-button.tsx'
import { AccountMenu } from './account-menu.tsx'
import { Clock } from './clock.tsx'
import { ConnectionMark } from './connection-mark.tsx'
import { LanguageMenu } from './language-menu.tsx'
import { useCanOpen } from '../../routes/use-routes.ts'
import { useCurrentTitle } from '../../routes/use-title.ts'
import { FullScreenButton } from './full-screen-button.tsx'
import { MenuSearch } from '../search/menu-search.tsx'
import { useSettings } from '../settings/settings-state.ts'
import type { SidebarMode } from '../sidebar/sidebar-state.ts'
import { useHasLive } from '../use-has-live.ts'
import { useSigningOut } from './use-signing-out.tsx'
import './top-bar.css'

interface TopBarProps {
  readonly sidebar: SidebarMode
  readonly onToggleSidebar: () => void
  readonly onSettings: () => void
}

/**
 * The bar above every screen: where one is, how the connection is, the time, and what belongs to
 * the person.
 */
export function TopBar({ sidebar, onToggleSidebar, onSettings }: TopBarProps) {
  const title = useCurrentTitle()
  const site = useSite()
  const isNarrow = useMedia(isNarrowQuery)
  const isTight = useMedia('(max-width: 1080px)')
  const hasLive = useHasLive()
  const person = useSession()
  const canOpen = useCanOpen()
  return (
    <header className="top-bar">
      <SidebarButton sidebar={sidebar} onToggle={onToggleSidebar} />
      <div className="top-bar-title">
        <h1 title={title}>{title}</h1>
      </div>
      {site && (
        <span className="top-bar-site">
          <small>{site.name}</small>
        </span>
      )}
      {!isNarrow && hasLive && <ConnectionMark />}
      <span className="grow" />
      {isNarrow && (
        <div className="top-bar-now">
          {hasLive && <ConnectionMark />}
          <Clock />
        </div>
      )}
      {hasLive && person && (
        <AskBox key={person.id} person={person.id} isShort={isTight} canOpen={canOpen} />
      )}
      <MenuSearch />
      {!isNarrow && import.meta.env.PROD && canOpen('/administrator/errors') && <ErrorMark />}
      {!isNarrow && <Clock />}
      {isNarrow ? <NarrowTools onSettings={onSettings} /> : <WideTools onSettings={onSettings} />}
    </header>
  )
}

function SidebarButton({
  sidebar,
  onToggle,
}: {
  readonly sidebar: SidebarMode
  readonly onToggle: () => void
}) {
  const translate = useTranslations('shell')
  const label = {
    full: 'collapseMenu',
    folded: 'expandMenu',
    drawer: 'closeMenu',
    away: 'openMenu',
  } as const
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

interface ToolsProps {
  readonly onSettings: () => void
}

function WideTools({ onSettings }: ToolsProps) {
  const translate = useTranslations('shell')
  const person = useSession()
  const [signOut, dialog] = useSigningOut()
  return (
    <>
      <i className="divider" />
      <HelpButton />
      <LanguageMenu />
      <FullScreenButton />
      <SettingsButton onSettings={onSettings} />
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
      {dialog}
    </>
  )
}

function NarrowTools({ onSettings }: ToolsProps) {
  const person = useSession()
  const [signOut, dialog] = useSigningOut()
  if (person === undefined) return null
  return (
    <>
      <AccountMenu person={person} onSignOut={signOut} onSettings={onSettings} />
      {dialog}
    </>
  )
}

function SettingsButton({ onSettings }: ToolsProps) {
  const translate = useTranslations('shell.settings')
  const isOffered = useSettings((state) => state.showSettings)
  if (!isOffered) return null
  return (
    <button
      type="button"
      className="icon-button"
      aria-label={translate('open')}
      title={translate('open')}
      onClick={onSettings}
    >
      <Icon name="settings" />
    </button>
  )
}
