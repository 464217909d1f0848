import { useQueryClient } from '@tanstack/react-query'
import { Outlet, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { hub, useConnection } from '#kit/web/live/index.ts'
import { leaveSession } from '../session-guard.ts'
import { Footer } from './footer.tsx'
import { useSidebar } from './sidebar-state.ts'
import { Sidebar } from './sidebar.tsx'
import { TopBar } from './top-bar.tsx'
import './shell.css'

/** The frame around every screen of a signed-in person. The row for the tab bar is there and has no height yet. */
export default function Shell() {
  const translate = useTranslations('shell')
  const { mode, toggle, closeDrawer } = useSidebar()
  useSessionEnd()
  return (
    <div className="shell" data-sidebar={mode}>
      <a className="skip-link" href="#main">
        {translate('skip')}
      </a>
      <Sidebar mode={mode} onClose={closeDrawer} />
      <TopBar sidebar={mode} onToggleSidebar={toggle} />
      <main className="main" id="main" tabIndex={-1}>
        <Outlet />
      </main>
      <Footer />
    </div>
  )
}

/** The live socket is the first to hear that a session has ended elsewhere. */
function useSessionEnd(): void {
  const { state } = useConnection()
  const router = useRouter()
  const client = useQueryClient()
  useEffect(() => {
    // Asks the hub again: what was rendered may still be the end of the session before this one.
    if (state === 'ended' && hub.connection().state === 'ended') void leaveSession(router, client)
  }, [state, router, client])
}
