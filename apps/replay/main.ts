import { join } from 'node:path'
import { runReplay } from '#features/replay/server/command.ts'
import { describeMachine } from '../server/config/config-machine.ts'
import { readConfig } from '../server/config/config.ts'
import { brokerFrom, temporaryTokenFrom } from './running-server.ts'

const stopping = new AbortController()
// The first Ctrl-C ends the replay cleanly, a second one at once.
process.once('SIGINT', () => {
  stopping.abort()
  process.once('SIGINT', () => process.exit(130))
})
process.once('SIGTERM', () => stopping.abort())

/** Read only when it is needed: a recording can be sent from where no server is configured. */
const config = () => readConfig(process.env, describeMachine(join(import.meta.dirname, '..', '..')))

process.exitCode = await runReplay({
  args: process.argv.slice(2),
  environment: process.env,
  findToken: (lesiId) =>
    temporaryTokenFrom(config(), lesiId, () => process.stderr.write(`Added device ${lesiId}\n`)),
  findBroker: () => brokerFrom(config()),
  print: (text) => process.stdout.write(text),
  printToStderr: (text) => process.stderr.write(text),
  terminal: process.stderr.isTTY,
  signal: stopping.signal,
})
