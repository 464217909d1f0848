import { X509Certificate } from 'node:crypto'
import { StatusCodes, type OPCUAClientOptions, type StatusCode } from 'node-opcua-client'
import type { ServerCertificate } from '../../../../contract/kinds/opcua.ts'

/** One certificate, or it with those that vouch for it. */
type Shown = Buffer | Buffer[]
type CertificateStore = NonNullable<OPCUAClientOptions['clientCertificateManager']>

/** What people need to know of a certificate; null for bytes that are none. */
export function describeCertificate(der: Uint8Array | null | undefined): ServerCertificate | null {
  if (!der || der.length === 0) return null
  try {
    const { fingerprint256, subject, issuer, validFrom, validTo } = new X509Certificate(der)
    return {
      fingerprint: fingerprint256.replaceAll(':', '').toLowerCase(),
      subject: inOneLine(subject),
      issuer: inOneLine(issuer),
      validFrom: Date.parse(validFrom),
      validTo: Date.parse(validTo),
    }
  } catch {
    return null
  }
}

const inOneLine = (name: string) => name.replaceAll('\n', ', ').slice(0, 300)

/**
 * Trusts the one certificate that was accepted, and our own. The library asks it also when it
 * connects again and the server shows another certificate.
 */
export function trustOnly(fingerprints: readonly string[]): CertificateStore {
  const isTrusted = (certificate: Shown) => {
    const first = Array.isArray(certificate) ? certificate[0] : certificate
    return fingerprints.includes(describeCertificate(first)?.fingerprint ?? '')
  }
  const statusOf = (certificate: Shown): StatusCode =>
    isTrusted(certificate) ? StatusCodes.Good : StatusCodes.BadCertificateUntrusted
  const doNothing = () => Promise.resolve()
  return {
    referenceCounter: 0,
    initialize: doNothing,
    dispose: doNothing,
    checkCertificate: (certificate: Shown) => Promise.resolve(statusOf(certificate)),
    verifyCertificate: (certificate: Shown) =>
      Promise.resolve(isTrusted(certificate) ? 'Good' : 'BadCertificateUntrusted'),
    trustCertificate: doNothing,
    rejectCertificate: doNothing,
    getTrustStatus: (certificate: Shown) => Promise.resolve(statusOf(certificate)),
    addIssuer: doNothing,
    addRevocationList: doNothing,
  }
}
