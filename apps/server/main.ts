import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { StartupError } from '#kit/server/startup-error.ts'
import { readConfig, gatherFacts, type Config } from './config.ts'
import { startServer } from './server.ts'

const projectDirectory = join(import.meta.dirname, '..', '..')

function configure(): Config {
  return readConfig(process.env, gatherFacts(projectDirectory))
}

try {
  const config = configure()
  const log = pino({ level: config.logLevel, base: null }, pino.destination(2))
  log.debug({ node: process.version, cpus: availableParallelism() }, 'starting')
  await startServer(config, projectDirectory, log)
} catch (error) {
  if (!(error instanceof StartupError)) throw error
  process.stderr.write(`\n${error.message}\n\n`)
  process.exit(1)
}
