import type { Kysely } from 'kysely'
import type { BaseLogger } from 'pino'
import type { Clock } from '#kit/server/clock.ts'
import type { DB } from '#kit/server/postgres-schema.ts'
import { createVapidSecret, vapidKeysOf, type VapidKeys } from '#kit/server/push/vapid.ts'
import type { Keyring } from '#kit/server/secrets/keyring.ts'
import { readPushKey, replacePushKey, resealPushKey } from './push-store.ts'

const purpose = 'push key of the server'

interface Services {
  readonly sql: Kysely<DB>
  readonly keyring: Keyring
  readonly clock: Clock
  readonly log: Pick<BaseLogger, 'warn'>
  /** The private key of `VAPID_PRIVATE_KEY`; null: the server makes one, once. */
  readonly vapidSecret: Buffer | null
}

/**
 * The keys by which push services recognise this server: those of the configuration, else the ones
 * that were made once and are stored sealed, by the present key from now on. A key that can not be
 * opened any more is replaced, and logged.
 */
export async function serverKeys(services: Services): Promise<VapidKeys> {
  const { sql, keyring, clock, log, vapidSecret } = services
  if (vapidSecret !== null) return vapidKeysOf(vapidSecret)
  return sql.transaction().execute(async (transaction) => {
    const sealed = await readPushKey(transaction)
    const stored = sealed && keyring.open(sealed, purpose)
    if (stored) {
      if (sealed.keyId !== keyring.keyId)
        await resealPushKey(transaction, keyring.seal(stored, purpose))
      return vapidKeysOf(stored)
    }
    const secret = createVapidSecret()
    const browsers = await replacePushKey(transaction, keyring.seal(secret, purpose), clock())
    if (sealed)
      log.warn(
        { browsers, keyId: sealed.keyId },
        'the key that sealed the push key is not there: another push key was made, and people ' +
          'turn notifications in their browsers on again',
      )
    return vapidKeysOf(secret)
  })
}
