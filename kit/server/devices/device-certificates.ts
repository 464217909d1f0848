import type { X509Certificate } from 'node:crypto'

/** A certificate that a client has shown, with the proof that it has the key. */
export interface PresentedCertificate {
  readonly certificate: X509Certificate
  /** Whether the configured authority vouches for it. */
  readonly isVouchedFor: boolean
}

/** Whose a certificate is, or why it opens nothing. */
export type CertificateOwner = { readonly lesiId: string } | { readonly reason: string }

/** Which certificates devices sign in with. */
export interface DeviceCertificates {
  /** Rejects when it can not be stated now. */
  ownerOf(presented: PresentedCertificate): Promise<CertificateOwner>
}

/** The subject of a certificate as below; empty of one that has none. */
export function subjectOfCertificate(certificate: X509Certificate): string {
  // Of one without a subject Node has undefined, which its types do not say.
  const { subject } = certificate as { readonly subject?: string }
  return subjectOf(subject ?? '')
}

/** The parts of a subject, sorted, with commas between them: `CN=PUMP-1, O=Plant`. */
export function subjectOf(text: string): string {
  const parts = text
    .replace(/^subject\s*=\s*(?=\S+\s*=)/i, '')
    .split(/\r?\n|,/)
    .map((part) => part.trim().replace(/\s*=\s*/, '='))
  return parts
    .filter((part) => part !== '')
    .toSorted()
    .join(', ')
}
