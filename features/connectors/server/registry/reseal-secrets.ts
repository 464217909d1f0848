import type { Kysely } from 'kysely'
import { productOrigin, type Audit } from '#kit/server/audit.ts'
import type { DB } from '#kit/server/postgres-schema.ts'
import type { Keyring } from '#kit/server/secrets/keyring.ts'
import { listSealedByOthers, lockConnector, writeSecrets } from './connectors-store.ts'
import { openSecrets, sealSecrets } from './secrets.ts'

/**
 * Seals with the present key what a replaced one has sealed, so that the replaced one is not needed
 * any more. What cannot be opened is left as it is, in case its key is found.
 */
export async function resealSecrets(
  { sql, audit }: { readonly sql: Kysely<DB>; readonly audit: Audit },
  keyring: Keyring,
): Promise<void> {
  for (const { id, name } of await listSealedByOthers(sql, keyring.keyId))
    await sql.transaction().execute(async (transaction) => {
      const row = await lockConnector(transaction, id)
      const secrets = row && openSecrets(keyring, row)
      if (!secrets) return
      await writeSecrets(transaction, id, sealSecrets(keyring, id, secrets))
      const about = { entity: 'connector', entityId: id, entityName: name } as const
      const after = { sealedAnew: Object.keys(secrets) }
      await audit(transaction, productOrigin(), { action: 'connector.update', ...about, after })
    })
}
