import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { TextsProvider } from '#kit/web/texts/texts.tsx'
import { startLanguage } from '#kit/web/texts/language.ts'
import { createQueryClient } from '#kit/web/calls/query.ts'
import { useAnalytics } from './use-analytics.ts'
import { startDialogFocus } from '#kit/web/browser/dialog-focus.ts'
import { startFullText } from '#kit/web/browser/full-text.ts'
import { startFocusReturn } from '#kit/web/browser/focus-return.ts'
import { startTheme } from '#kit/web/theme/theme.ts'
import { siteQuery, useSite } from '../../features/session/web/session/use-site.ts'
import { loadApplicationCatalogue } from './catalogue.ts'
import { isMarkedSignedIn } from '../../features/session/web/session/session-marker.ts'
import { sessionQuery, sessionUser } from '../../features/session/web/session/use-session.ts'
import { isSigningOut } from '../../features/session/web/session/use-sign-out.ts'
import { createApplicationRouter, prepareFirstPage } from './router.tsx'
import { followRights, leaveSession } from './session-guard.ts'
import { ToastList } from './shell/toast-list.tsx'
import '#kit/web/styles/fonts.css'
import '#kit/web/styles/tokens.css'
import '#kit/web/styles/base.css'
import '#kit/web/styles/controls.css'
import '#kit/web/styles/panels.css'
import '#kit/web/styles/contrast.css'
import '#kit/web/styles/forced-colours.css'
import '#kit/web/styles/print.css'

const client = createQueryClient({
  onSessionEnd: () => void leaveSession(router, client),
  onForbidden: () => void followRights(router, client),
  isSignedIn: () => sessionUser(client) !== undefined,
  isSigningOut: () => isSigningOut(client),
})
const router = createApplicationRouter(client)

function Application() {
  const zone = useSite()?.timezone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone
  useAnalytics()
  return (
    <TextsProvider timeZone={zone}>
      <RouterProvider router={router} />
      <ToastList />
    </TextsProvider>
  )
}

async function start(container: HTMLElement): Promise<void> {
  startTheme()
  startFullText()
  startFocusReturn()
  startDialogFocus()
  void client.prefetchQuery(siteQuery)
  if (isMarkedSignedIn()) void client.prefetchQuery(sessionQuery)
  prepareFirstPage(client, isMarkedSignedIn())
  await startLanguage(loadApplicationCatalogue, isMarkedSignedIn() ? 'usual' : 'public')
  createRoot(container).render(
    <StrictMode>
      <QueryClientProvider client={client}>
        <Application />
      </QueryClientProvider>
    </StrictMode>,
  )
}

const container = document.getElementById('root')
if (container === null) throw new Error('index.html has no element "root"')
void start(container)
