import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { pino, type DestinationStream } from 'pino'
import { StartupError } from '#kit/server/startup-error.ts'
import { printable, printableJson } from '#kit/server/terminal.ts'
import { readConfig, gatherFacts, type Config } from './config.ts'
import { startServer } from './server.ts'

const projectDirectory = join(import.meta.dirname, '..', '..')

function configure(): Config {
  return readConfig(process.env, gatherFacts(projectDirectory))
}

/** Standard error, on which no name that a client chose steers the terminal of whoever reads the log. */
function printableLog(): DestinationStream {
  const destination = pino.destination(2)
  return { write: (line) => void destination.write(printableJson(line)) }
}

/**
 * What a start leaves behind is about 45 MB, which V8 would keep until as much again has come. Collecting it stops the server for some
 * 50 ms, once, after people have found their pages. Only there when Node runs with `--expose-gc`, as `npm start` does.
 */
function collectGarbageLater(): void {
  setTimeout(() => globalThis.gc?.({ type: 'major', flavor: 'last-resort', execution: 'sync' }), 20_000).unref()
}

try {
  const config = configure()
  const log = pino({ level: config.logLevel, base: null }, printableLog())
  log.debug({ node: process.version, cpus: availableParallelism() }, 'starting')
  await startServer(config, projectDirectory, log)
  collectGarbageLater()
} catch (error) {
  if (!(error instanceof StartupError)) throw error
  process.stderr.write(`\n${printable(error.message)}\n\n`)
  process.exit(1)
}
