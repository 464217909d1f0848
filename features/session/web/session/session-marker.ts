import { signedInCookie } from '#features/accounts/contract/sign-in.ts'
import { readCookie, removeCookie, writeCookie } from '#kit/web/browser/cookies.ts'
import { storePartnerSignIn } from './partner-sign-in.ts'

/** A session lives for seven days at most; its marker no longer. */
const sessionSeconds = 7 * 86_400

/**
 * Whether this browser is marked as signed in. The session itself is a cookie that scripts cannot
 * see.
 */
export function isMarkedSignedIn(): boolean {
  return readCookie(signedInCookie) === '1'
}

export function markSignedIn(): void {
  if (location.pathname === '/login-ch-si') storePartnerSignIn()
  writeCookie(signedInCookie, '1', sessionSeconds)
}

export function markSignedOut(): void {
  removeCookie(signedInCookie)
}
