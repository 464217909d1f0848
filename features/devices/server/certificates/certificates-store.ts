import type { Kysely, Transaction } from 'kysely'
import type { DB } from '#kit/server/postgres-schema.ts'

export interface CertificateRow {
  readonly id: number
  readonly fingerprint: Buffer | null
  readonly subject: string
  readonly validUntil: Date | null
  readonly createdAt: Date
}

function selectCertificates(sql: Kysely<DB>) {
  return sql
    .selectFrom('device_certificates')
    .select(['id', 'fingerprint', 'subject', 'valid_until as validUntil'])
    .select('created_at as createdAt')
}

/** Those of a device, the oldest first. */
export async function readCertificates(
  sql: Kysely<DB>,
  deviceId: number,
): Promise<readonly CertificateRow[]> {
  return selectCertificates(sql).where('device_id', '=', deviceId).orderBy('id').execute()
}

/** Binds a certificate; null when it, or its subject, is bound already. */
export async function insertCertificate(
  transaction: Transaction<DB>,
  certificate: {
    readonly deviceId: number
    readonly fingerprint: Buffer | null
    readonly subject: string
    readonly validUntil: Date | null
  },
): Promise<CertificateRow | null> {
  const row = await transaction
    .insertInto('device_certificates')
    .values({
      device_id: certificate.deviceId,
      fingerprint: certificate.fingerprint,
      subject: certificate.subject,
      valid_until: certificate.validUntil,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning(['id', 'fingerprint', 'subject', 'valid_until as validUntil'])
    .returning('created_at as createdAt')
    .executeTakeFirst()
  return row ?? null
}

/** Null when the device has no such certificate. */
export async function deleteCertificate(
  transaction: Transaction<DB>,
  deviceId: number,
  id: number,
): Promise<CertificateRow | null> {
  const row = await transaction
    .deleteFrom('device_certificates')
    .where('device_id', '=', deviceId)
    .where('id', '=', id)
    .returning(['id', 'fingerprint', 'subject', 'valid_until as validUntil'])
    .returning('created_at as createdAt')
    .executeTakeFirst()
  return row ?? null
}

/** The device that this certificate is bound to, by itself or, where that counts, its subject. */
export async function findOwner(
  sql: Kysely<DB>,
  fingerprint: Buffer,
  subject: string | null,
): Promise<{ id: number; lesiId: string; bySubject: boolean; validUntil: Date | null } | null> {
  const rows = await sql
    .selectFrom('device_certificates')
    .innerJoin('devices', 'devices.id', 'device_certificates.device_id')
    .select(['device_certificates.id', 'lesi_id as lesiId', 'fingerprint'])
    .select('valid_until as validUntil')
    .where((row) =>
      row.or([
        row('fingerprint', '=', fingerprint),
        row.and([row('fingerprint', 'is', null), row('subject', '=', subject ?? '')]),
      ]),
    )
    .execute()
  const found = rows.find((row) => row.fingerprint !== null) ?? rows[0]
  return found ? { ...found, bySubject: found.fingerprint === null } : null
}

/** Until when the certificate is valid that signed in last with a bound subject. */
export async function writeValidUntil(sql: Kysely<DB>, id: number, validUntil: Date) {
  await sql
    .updateTable('device_certificates')
    .set({ valid_until: validUntil })
    .where('id', '=', id)
    .execute()
}
