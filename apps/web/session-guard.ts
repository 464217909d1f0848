import type { QueryClient } from '@tanstack/react-query'
import { redirect, type AnyRouter, type ParsedLocation } from '@tanstack/react-router'
import { ApiError } from '#kit/web/calls/api-error.ts'
import { showFailure } from '#kit/web/calls/query.ts'
import {
  discardEntries,
  interruptEntries,
  resumeEntries,
} from '#kit/web/screens/unsaved-entries.ts'
import { completeTexts } from '#kit/web/texts/language.ts'
import { errorTranslator } from '#kit/web/texts/texts.tsx'
import { toast } from '#kit/web/toast.ts'
import {
  isPartnerSignIn,
  leavePartnerSignIn,
} from '../../features/session/web/session/partner-sign-in.ts'
import { redirectTarget } from '../../features/session/web/sign-in/redirect-target.ts'
import { isMarkedSignedIn } from '../../features/session/web/session/session-marker.ts'
import { isSigningOut } from '../../features/session/web/session/use-sign-out.ts'
import {
  ensureSessionUser,
  refreshSession,
  resetSession,
  sessionProblem,
  sessionQuery,
  sessionUser,
} from '../../features/session/web/session/use-session.ts'

import { features } from './features.ts'
import { plainPath, screenAt } from './routes/route-table.ts'

/** Pages that everybody may open. */
const publicScreens = features.flatMap(({ screens }) =>
  screens.filter(({ gate }) => gate === 'public'),
)

function isPublicPath(pathname: string): boolean {
  if (pathname === '/401' || pathname === '/404') return true
  return screenAt(pathname, { screens: publicScreens }) !== undefined
}

/**
 * Stands before every page. Without a session only public pages pass, all else goes to sign-in and
 * comes back afterwards. With one, the person is fetched once; when that fails the session is
 * removed, the reason shown, and sign-in opened. A signed-in person has no use for sign-in.
 */
export async function guardSession(client: QueryClient, location: ParsedLocation): Promise<void> {
  const pathname = plainPath(location.pathname)
  const isPublic = isPublicPath(pathname)
  const isSignIn = pathname === '/login' || pathname === '/login-ch-si'
  // The page began to ask while its texts were on the way. An answer that was a failure is not
  // asked for again, and it may be here before this is: the marker is gone with the session then,
  // but the person has not seen it yet.
  const failed = client.getQueryState(sessionQuery.queryKey)?.error
  if (!isMarkedSignedIn() && !failed) {
    if (!isPublic) throw toSignIn(location.href)
    return
  }
  if (isPublic && !isSignIn) return
  try {
    if (failed) throw failed
    resumeEntries((await ensureSessionUser(client)).id)
  } catch (error) {
    interrupt(client)
    resetSession(client)
    void showGuardFailure(error)
    if (!isPublic) throw toSignIn(location.href)
    return
  }
  await completeTexts('usual')
  if (pathname === '/login-ch-si') throw redirect({ to: '/', replace: true })
  if (pathname === '/login') {
    const { redirect: wanted } = location.search as { readonly redirect?: unknown }
    throw redirect({ href: redirectTarget(wanted, window.location.origin), replace: true })
  }
}

/** What forms hold is given back to the same person after the next sign-in. */
function interrupt(client: QueryClient): void {
  const person = sessionUser(client)
  if (person !== undefined) interruptEntries(person.id)
}

function toSignIn(from: string) {
  return redirect({ to: '/login', search: { redirect: from }, replace: true })
}

async function showGuardFailure(error: unknown): Promise<void> {
  const problem = sessionProblem(error)
  if (problem === null && error instanceof ApiError) return showFailure(error)
  const translate = await errorTranslator()
  toast('error', translate(problem ?? 'hasError'))
}

/**
 * The menu and the gates follow what the person may do now; a failure is shown by other calls.
 * Where somebody else has signed in with this browser the page begins anew as theirs: nothing that
 * was fetched for the person before, or entered by them, may stand under another name. Their marker
 * stays, as the session does.
 */
export async function followRights(router: AnyRouter, client: QueryClient): Promise<void> {
  const isSamePerson = await refreshSession(client).catch(() => true)
  if (isSamePerson) return router.invalidate()
  discardEntries()
  window.location.reload()
}

/**
 * Removes the session on this side and opens sign-in, which leads back to the present page. Does
 * nothing when there is none to remove; the marker alone does not decide it, because the server
 * removes it with the session. Who leaves by choice and came by the partner's page goes back to
 * that one; the live socket may announce the end of the session before the sign-out is answered.
 */
export async function leaveSession(router: AnyRouter, client: QueryClient): Promise<void> {
  if (!isMarkedSignedIn() && sessionUser(client) === undefined) return
  const { href, pathname } = router.state.location
  const isByChoice = isSigningOut(client)
  if (isByChoice) discardEntries()
  else interrupt(client)
  resetSession(client)
  if (isPublicPath(pathname)) return
  if (!isByChoice)
    void showFailure(
      new ApiError({ status: 401, code: 'unauthenticated', message: 'the session has ended' }),
    )
  const isPartner = isByChoice && isPartnerSignIn()
  if (isPartner) leavePartnerSignIn()
  await router.navigate({
    to: isPartner ? '/login-ch-si' : '/login',
    search: { redirect: href },
    replace: true,
  })
}
