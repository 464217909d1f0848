import { readCookie, removeCookie, writeCookie } from '#kit/web/browser/cookies.ts'

/** Names the partner whose sign-in page a person came by. */
const partnerCookie = 'chsi'

/** Whether sign-out leads back to the partner's sign-in page. */
export function isPartnerSignIn(): boolean {
  return (readCookie(partnerCookie) ?? '') !== ''
}

/** Stores that the person came by the partner's page; a name that is there stays. */
export function storePartnerSignIn(): void {
  if (!isPartnerSignIn()) writeCookie(partnerCookie, '1')
}

export function leavePartnerSignIn(): void {
  removeCookie(partnerCookie)
}
