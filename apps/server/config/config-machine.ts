import { unreachableReason } from '#kit/server/data-directory/data-directory.ts'
import { accountNamed } from '#kit/server/postgres/account.ts'
import { StartupError } from '#kit/server/process/startup-error.ts'

/** What the configuration depends on besides the environment. */
export interface Machine {
  /** Absolute path of the folder with package.json. */
  readonly projectDirectory: string
  /** The server's own time zone. */
  readonly timezone: string
  /** Whether an operating-system account has this name. */
  readonly accountExists: (name: string) => boolean
  /** Why the embedded PostgreSQL could not work in a data directory; undefined when it can. */
  readonly unreachableReason: (directory: string, accountName?: string) => string | undefined
}

/** This machine and process. */
export function describeMachine(projectDirectory: string): Machine {
  return {
    projectDirectory,
    timezone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
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
