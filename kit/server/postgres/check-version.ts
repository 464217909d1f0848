import type { Kysely } from 'kysely'
import { reasonOf, StartupError } from '../process/startup-error.ts'
import { readServerVersion } from './check-version-store.ts'

const oldestMajorVersion = 15
const majorVersion = 10_000

/**
 * Throws StartupError when the PostgreSQL at `place` does not answer, refuses, or is older than
 * `oldest`.
 */
export async function checkDatabaseVersion<DB>(
  database: Kysely<DB>,
  place: string,
  oldest: number = oldestMajorVersion,
): Promise<void> {
  const version = await readServerVersion(database).catch((cause: unknown) => {
    throw new StartupError(
      `Cannot use the PostgreSQL ${place} that DATABASE_URL names: ${reasonOf(cause)}`,
      { cause },
    )
  })
  if (version.number < oldest * majorVersion)
    throw new StartupError(
      `The PostgreSQL ${place} that DATABASE_URL names has ` +
        `version ${version.text}; ${oldest} or newer is needed.`,
    )
}
