import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import { AppError } from '#kit/model/calls/errors.ts'
import { productOrigin, type AuditMany } from '#kit/server/audit.ts'
import type { DB } from '#kit/server/postgres-schema.ts'
import type { Keyring, Sealed } from '#kit/server/secrets/keyring.ts'
import {
  listSecretsNotSealedBy,
  removeTracesOfSecrets,
  replaceSecret,
} from './sealed-secrets-store.ts'
import type { StoredSecret } from './second-factor-store.ts'

/** A secret can be decrypted only as that of its own person. */
const purposeOf = (userId: number) => `second factor of ${userId}`

export function sealSecret(keyring: Keyring, userId: number, secret: Buffer): Sealed {
  return keyring.seal(secret, purposeOf(userId))
}

/** Null when the key that sealed it is not there, and for one that nobody sealed. */
export function openSecret(
  keyring: Keyring,
  userId: number,
  { keyId, bytes }: StoredSecret,
): Buffer | null {
  return keyId === null ? null : keyring.open({ keyId, bytes }, purposeOf(userId))
}

/** 409: neither a right code nor a retry helps. */
export const unreadable = () =>
  new AppError(
    'second_factor_unreadable',
    'The second factor of this account cannot be read: the key that it was stored with is not ' +
      'there. Use a recovery code, or let an administrator reset it',
  )

interface Services {
  readonly sql: Kysely<DB>
  readonly auditMany: AuditMany
}

type Log = Pick<Logger, 'info' | 'warn' | 'error'>

/**
 * Seals every secret that is not sealed yet, or by a key that was replaced, with the present key.
 * Safe to run again after an interruption: each is replaced by itself, and the audit counts them.
 * Warns of those whose key is lost; they are left as they are, in case the key is found.
 */
export async function sealSecondFactors(
  services: Services,
  keyring: Keyring,
  log: Log,
): Promise<void> {
  const { sql } = services
  const lost = new Map<string, number>()
  let sealed = 0
  let wasOpen = false
  for (const { userId, secret } of await listSecretsNotSealedBy(sql, keyring.keyId)) {
    const opened = secret.keyId === null ? secret.bytes : openSecret(keyring, userId, secret)
    wasOpen ||= secret.keyId === null
    if (opened === null) lost.set(secret.keyId ?? '', (lost.get(secret.keyId ?? '') ?? 0) + 1)
    else if (await sealOne(services, userId, secret.bytes, sealSecret(keyring, userId, opened)))
      sealed += 1
  }
  if (sealed > 0)
    log.info(
      { secondFactors: sealed, keyId: keyring.keyId },
      'sealed the secrets of second factors',
    )
  if (wasOpen) await removeOpenTraces(sql, log)
  for (const [keyId, count] of lost) logLostKey(log, keyId, count)
}

/** Stores a sealed secret, with its entry in the audit; false if it was set up again since. */
async function sealOne(
  { sql, auditMany }: Services,
  userId: number,
  before: Buffer,
  after: Sealed,
): Promise<boolean> {
  return sql.transaction().execute(async (transaction) => {
    if (!(await replaceSecret(transaction, userId, before, after))) return false
    const about = { entity: 'installation', entityId: '', entityName: '' } as const
    const action = 'installation.seal-second-factors'
    await auditMany(transaction, productOrigin(), [{ action, ...about, names: [String(userId)] }])
    return true
  })
}

async function removeOpenTraces(sql: Kysely<DB>, log: Log): Promise<void> {
  await removeTracesOfSecrets(sql).catch((error: unknown) =>
    log.warn(
      { err: error },
      'open secrets may remain in the database files: ' +
        'run VACUUM FULL second_factors as the owner',
    ),
  )
}

function logLostKey(log: Log, keyId: string, count: number): void {
  log.error(
    { secondFactors: count, keyId },
    'the key of stored second factors is not there: restore secret.key (or SECRET_KEY) ' +
      'from the backup and start again; until then these people sign in with recovery codes, ' +
      'or: npm run admin -- user reset-second-factor --email EMAIL',
  )
}
