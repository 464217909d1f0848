import type { Kysely } from 'kysely'
import type { TakeOver } from '#kit/server/accounts.ts'
import type { DB } from '#kit/server/postgres-schema.ts'
import { readPictures, writePictureOwner } from './pictures-store.ts'

/** Those of these pictures that something is on that others have. */
type ReadUsed = (sql: Kysely<DB>, pictureIds: readonly string[]) => Promise<readonly string[]>

/**
 * Gives the pictures of a person who is removed to the heir where something that stays is on them,
 * however many the heir has. The others go with the account.
 */
export function takeOverPictures(readUsed: ReadUsed): TakeOver {
  return async (transaction, _origin, { person, newOwner }) => {
    const own = await readPictures(transaction, person.id)
    if (own.length > 0) {
      const used = await readUsed(
        transaction,
        own.map(({ id }) => id),
      )
      await writePictureOwner(transaction, used, newOwner.id)
    }
    return () => undefined
  }
}
