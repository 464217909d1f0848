import { readCookie, removeCookie, writeCookie } from '#kit/web/browser/cookies.ts'

/** Names the partner whose sign-in page a person came by. */
const partnerCookie = 'chsi'

/** Whether sign-out leads back to the partner's sign-in page. */
export function hasPartnerFace(): boolean {
  return (readCookie(partnerCookie) ?? '') !== ''
}

/** Remembers that the person came by the partner's page, and keeps the name that is there. */
export function keepPartnerFace(): void {
  if (!hasPartnerFace()) writeCookie(partnerCookie, '1')
}

export function leavePartnerFace(): void {
  removeCookie(partnerCookie)
}
