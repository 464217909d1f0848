import { readCookie, removeCookie, writeCookie } from '#kit/web/browser/cookies.ts'
import { storePartnerSignIn } from './partner-sign-in.ts'

const markerCookie = 'isLogged'
/** A session lives for seven days at most; its marker no longer. */
const sessionSeconds = 7 * 86_400

/**
 * Whether this browser is marked as signed in. The session itself is a cookie that scripts cannot
 * see.
 */
export function isMarkedSignedIn(): boolean {
  return readCookie(markerCookie) === '1'
}

export function markSignedIn(): void {
  if (location.pathname === '/login-ch-si') storePartnerSignIn()
  writeCookie(markerCookie, '1', sessionSeconds)
}

export function markSignedOut(): void {
  removeCookie(markerCookie)
}
