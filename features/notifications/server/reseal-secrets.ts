import type { Kysely } from 'kysely'
import type { BaseLogger } from 'pino'
import { productOrigin, type Audit } from '#kit/server/audit.ts'
import type { DB } from '#kit/server/postgres-schema.ts'
import type { Keyring } from '#kit/server/secrets/keyring.ts'
import { purposeOf } from './delivering/webhook-sender.ts'
import { listSealedByOthers, lockRoute, writeSecret } from './routes-store.ts'

interface Services {
  readonly sql: Kysely<DB>
  readonly audit: Audit
  readonly keyring: Keyring
  readonly log: Pick<BaseLogger, 'warn'>
}

/**
 * Seals with the present key what a replaced one has sealed, so that the replaced one is not needed
 * any more. What cannot be opened is left as it is, in case its key is found, and logged.
 */
export async function resealRouteSecrets(services: Services): Promise<void> {
  const { sql, keyring, log } = services
  const lost = new Map<string, number>()
  for (const { id, keyId } of await listSealedByOthers(sql, keyring.keyId))
    if (!(await resealOne(services, id))) lost.set(keyId, (lost.get(keyId) ?? 0) + 1)
  for (const [keyId, webhooks] of lost)
    log.warn(
      { webhooks, keyId },
      'the key of stored secrets of webhooks is not there: restore secret.key (or SECRET_KEY) ' +
        'and start again; until then nothing leaves by these routes',
    )
}

/** False when its key is not there. */
async function resealOne({ sql, audit, keyring }: Services, id: number): Promise<boolean> {
  return sql.transaction().execute(async (transaction) => {
    const route = await lockRoute(transaction, id)
    if (!route || route.target === null || route.secret === null) return true
    const secret = keyring.open(route.secret, purposeOf(id))
    if (secret === null) return false
    await writeSecret(transaction, id, keyring.seal(secret, purposeOf(id)))
    const about = { entity: 'notification-route', entityId: id, entityName: route.name } as const
    const after = { sealedAnew: ['secret'] }
    const action = 'notification-route.update'
    await audit(transaction, productOrigin(), { action, ...about, after })
    return true
  })
}
