import { holdsInstallation } from '#kit/server/installation/directory-file.ts'
import { creationHint, type Opening } from '#kit/server/installation/installation.ts'
import { runningServers } from '#kit/server/data-directory/running-servers.ts'
import { StartupError } from '#kit/server/process/startup-error.ts'

/**
 * The data directory to work on when none is named: the default one, or where nothing is there that
 * of the one server that runs. Throws StartupError, saying where it looked, when there is none or
 * more than one.
 */
export async function locateInstallation(
  defaultDirectory: string,
  opening: Opening,
): Promise<string> {
  const running = await runningServers()
  if (running.includes(defaultDirectory) || opening === 'start') return defaultDirectory
  const candidates = holdsInstallation(defaultDirectory) ? [defaultDirectory, ...running] : running
  const [only] = candidates
  if (only === undefined)
    throw new StartupError(
      `There is no installation in ${defaultDirectory}, the default directory, and no server of ` +
        `this account runs. ${creationHint}`,
    )
  if (candidates.length === 1) return only
  const lines = candidates.map(
    (path) => `  ${path}${running.includes(path) ? ', where a server runs' : ''}`,
  )
  throw new StartupError(
    ['There is more than one installation. Name its directory in WARROOM_DATA:', ...lines].join(
      '\n',
    ),
  )
}
