import type { Clock } from '#kit/server/clock.ts'
import {
  subjectOfCertificate,
  type DeviceCertificates,
  type PresentedCertificate,
} from '#kit/server/devices/device-certificates.ts'
import type { Sql } from '#kit/server/postgres/sql.ts'
import { findOwner, writeValidUntil } from './certificates-store.ts'

/** Which device a presented certificate belongs to, as the registry says. */
export class CertificateOwners implements DeviceCertificates {
  readonly #sql: Sql
  readonly #clock: Clock

  constructor(sql: Sql, clock: Clock) {
    this.#sql = sql
    this.#clock = clock
  }

  async ownerOf({ certificate, isVouchedFor }: PresentedCertificate) {
    const now = this.#clock()
    const [from, until] = [certificate.validFromDate, certificate.validToDate]
    if (now > until.getTime())
      return { reason: `the certificate expired on ${until.toISOString().slice(0, 10)}` }
    if (now < from.getTime())
      return { reason: `the certificate is valid from ${from.toISOString().slice(0, 10)} on` }
    const owner = await findOwner(
      this.#sql,
      fingerprintOf(certificate.fingerprint256),
      isVouchedFor ? subjectOfCertificate(certificate) : null,
    )
    if (!owner)
      return {
        reason: isVouchedFor
          ? 'the certificate is bound to no device'
          : 'the certificate is bound to no device, and no configured authority vouches for it',
      }
    if (owner.bySubject && owner.validUntil?.getTime() !== until.getTime())
      await writeValidUntil(this.#sql, owner.id, until)
    return { lesiId: owner.lesiId }
  }
}

/** The bytes of `AB:CD:…`. */
export function fingerprintOf(text: string): Buffer {
  return Buffer.from(text.replaceAll(':', ''), 'hex')
}
