import type { Kysely } from 'kysely'
import type { Clock } from '#kit/server/clock.ts'
import type { DB } from '#kit/server/postgres-schema.ts'
import { createVapidSecret, vapidKeysOf, type VapidKeys } from '#kit/server/push/vapid.ts'
import type { Keyring } from '#kit/server/secrets/keyring.ts'
import { readPushKey, replacePushKey } from './push-store.ts'

const purpose = 'push key of the server'

interface Services {
  readonly sql: Kysely<DB>
  readonly keyring: Keyring
  readonly clock: Clock
  /** The private key of `VAPID_PRIVATE_KEY`; null: the server makes one, once. */
  readonly vapidSecret: Buffer | null
}

/**
 * The keys by which push services recognise this server: those of the configuration, else the ones
 * that were made once and are stored sealed. A key that can not be opened any more is replaced.
 */
export async function serverKeys(services: Services): Promise<VapidKeys> {
  const { sql, keyring, clock, vapidSecret } = services
  if (vapidSecret !== null) return vapidKeysOf(vapidSecret)
  return sql.transaction().execute(async (transaction) => {
    const sealed = await readPushKey(transaction)
    const stored = sealed && keyring.open(sealed, purpose)
    if (stored) return vapidKeysOf(stored)
    const secret = createVapidSecret()
    await replacePushKey(transaction, keyring.seal(secret, purpose), clock())
    return vapidKeysOf(secret)
  })
}
