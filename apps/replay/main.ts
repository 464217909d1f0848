import { join } from 'node:path'
import { z } from 'zod'
import { runReplay } from '#features/replay/server/command.ts'
import { callControl, ControlError } from '#kit/server/control.ts'
import { controlSocketOf } from '#kit/server/data-directory.ts'
import { gatherFacts, readConfig } from '../server/config.ts'

const stopping = new AbortController()
// The first Ctrl-C ends the replay cleanly, a second one at once.
process.once('SIGINT', () => {
  stopping.abort()
  process.once('SIGINT', () => process.exit(130))
})
process.once('SIGTERM', () => stopping.abort())

const Pass = z.object({ token: z.string(), added: z.boolean() })

/** A server on this machine gives a pass for the device to whoever may use its control socket, and adds the device if need be. */
async function passFrom(lesiId: string): Promise<string | undefined> {
  const config = readConfig(process.env, gatherFacts(join(import.meta.dirname, '..', '..')))
  try {
    const { token, added } = Pass.parse(await callControl(controlSocketOf(config.dataDirectory), 'device pass', { lesiId }))
    if (added) process.stderr.write(`Added device ${lesiId}\n`)
    return token
  } catch (error) {
    if (error instanceof ControlError && error.code === 'not_running') return undefined
    throw error
  }
}

process.exitCode = await runReplay({
  args: process.argv.slice(2),
  environment: process.env,
  findToken: passFrom,
  print: (text) => process.stdout.write(text),
  complain: (text) => process.stderr.write(text),
  terminal: process.stderr.isTTY,
  signal: stopping.signal,
})
