import type { Kysely } from 'kysely'
import { reasonOf, StartupError } from '../process/startup-error.ts'
import { readServerVersion } from './check-version-store.ts'

const minimumMajorVersion = 15
const majorVersion = 10_000

/**
 * Throws StartupError when the PostgreSQL at `place` does not answer, refuses, or is older than
 * `minimum`.
 */
export async function checkDatabaseVersion<DB>(
  database: Kysely<DB>,
  place: string,
  minimum: number = minimumMajorVersion,
): Promise<void> {
  const version = await readServerVersion(database).catch((cause: unknown) => {
    throw new StartupError(
      `Cannot use the PostgreSQL ${place} that DATABASE_URL names: ${reasonOf(cause)}`,
      { cause },
    )
  })
  if (version.number < minimum * majorVersion)
    throw new StartupError(
      `The PostgreSQL ${place} that DATABASE_URL names has ` +
        `version ${version.text}; ${minimum} or newer is needed.`,
    )
}
