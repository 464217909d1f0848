import type { EnvironmentReader } from './config-environment.ts'
import { InvalidValue } from './config-values.ts'

/** The account that PostgreSQL runs as; null: the usual one. */
export function readAccount(
  from: EnvironmentReader,
  accountExists: (name: string) => boolean,
): string | null {
  const allowed = 'the name of an existing account other than root'
  return from.read(
    'WARROOM_PG_USER',
    {
      allowed,
      read(name) {
        if (name === 'root' || !accountExists(name))
          throw new InvalidValue('is not such an account')
        return name
      },
    },
    null,
  )
}
