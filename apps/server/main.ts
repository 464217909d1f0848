import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { pino, type DestinationStream } from 'pino'
import { StartupError } from '#kit/server/process/startup-error.ts'
import { printable, printableJson } from '#kit/server/command-line/terminal.ts'
import { readConfig, type Config } from './config/config.ts'
import { describeMachine } from './config/config-machine.ts'
import { startServer } from './server.ts'

const projectDirectory = join(import.meta.dirname, '..', '..')

function configure(): Config {
  return readConfig(process.env, describeMachine(projectDirectory))
}

/**
 * Standard error, on which no name that a client chose steers the terminal of whoever reads the
 * log.
 */
function printableLog(): DestinationStream {
  const destination = pino.destination(2)
  return { write: (line) => void destination.write(printableJson(line)) }
}

try {
  const config = configure()
  const log = pino({ level: config.logLevel, base: null }, printableLog())
  log.debug({ node: process.version, cpus: availableParallelism() }, 'starting')
  await startServer(config, projectDirectory, log)
} catch (error) {
  if (!(error instanceof StartupError)) throw error
  process.stderr.write(`\n${printable(error.message)}\n\n`)
  process.exit(1)
}
