import { unreachableReason } from '#kit/server/data-directory/data-directory.ts'
import { accountNamed } from '#kit/server/postgres/account.ts'
import { StartupError } from '#kit/server/process/startup-error.ts'
import { InvalidValue, timezone } from './config-values.ts'

/** What the configuration depends on besides the environment. */
export interface Machine {
  /** Absolute path of the folder with package.json. */
  readonly projectDirectory: string
  /** The server's own time zone; null: it has none with a name. */
  readonly timezone: string | null
  /** Whether an operating-system account has this name. */
  readonly accountExists: (name: string) => boolean
  /** Why the embedded PostgreSQL could not work in a data directory; undefined when it can. */
  readonly unreachableReason: (directory: string, accountName?: string) => string | undefined
}

/** This machine and process. */
export function describeMachine(projectDirectory: string): Machine {
  return {
    projectDirectory,
    timezone: ownTimezone(),
    accountExists: (name) => accountNamed(name) !== undefined,
    unreachableReason(directory, accountName) {
      try {
        return unreachableReason(directory, accountName)
      } catch (error) {
        // No account to drop to: starting the embedded PostgreSQL says so, and an external one
        // needs none.
        if (error instanceof StartupError) return undefined
        throw error
      }
    },
  }
}

/** The runtime has none for some of what TZ may be, or one that it does not take back. */
function ownTimezone(): string | null {
  // POSIX takes it for UTC; containers have it so where a variable is not set outside of them.
  if (process.env['TZ'] === '') return 'UTC'
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions() as { timeZone?: string }
  try {
    return timezone.read(timeZone ?? '')
  } catch (error) {
    if (error instanceof InvalidValue) return null
    throw error
  }
}
