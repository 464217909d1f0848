import { join } from 'node:path'
import { pino } from 'pino'
import { AppError } from '#kit/model/calls/errors.ts'
import { callControl, ControlError } from '#kit/server/command-line/control.ts'
import { controlSocketOf } from '#kit/server/data-directory/data-directory.ts'
import { StartupError } from '#kit/server/process/startup-error.ts'
import { printable, printableJson } from '#kit/server/command-line/terminal.ts'
import { describeMachine } from '../server/config/config-machine.ts'
import { readConfig } from '../server/config/config.ts'
import { commands, type CommandServices } from './commands.ts'
import { withEngines } from './engines.ts'
import { locateInstallation } from './locate.ts'
import { helpText, readInvocation, UsageError, type Invocation } from './usage.ts'

export interface Streams {
  readonly out: (text: string) => void
  readonly error: (text: string) => void
}

/** Exit statuses of the command line. */
export const exitStatus = { done: 0, failed: 1, usage: 2 } as const

/**
 * Carries out what `words` ask for and returns the exit status: 0 done, 1 failed, 2 not understood.
 */
export async function run(
  words: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
  streams: Streams,
): Promise<number> {
  const out = (text: string) => streams.out(printable(text))
  const error = (text: string) => streams.error(printable(text))
  try {
    const invocation = readInvocation(words, commands)
    if ('help' in invocation) {
      out(helpText(invocation.help, commands))
      return exitStatus.done
    }
    const result = await execute(invocation, environment)
    if (invocation.json) streams.out(printableJson(JSON.stringify(result, null, 2)))
    else out(invocation.command.print(result))
    return invocation.command.failed(result) ? exitStatus.failed : exitStatus.done
  } catch (failure) {
    if (failure instanceof UsageError) {
      error(failure.message)
      return exitStatus.usage
    }
    const expected =
      failure instanceof AppError ||
      failure instanceof StartupError ||
      failure instanceof ControlError
    error(expected ? failure.message : String(failure instanceof Error ? failure.stack : failure))
    return exitStatus.failed
  }
}

/** In the running server if there is one, else here. */
async function execute(
  { command, options }: Invocation<CommandServices>,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<unknown> {
  const opening = command.opening?.(options) ?? 'existing'
  const configured = readConfig(environment, describeMachine(join(import.meta.dirname, '..', '..')))
  const named = (environment['WARROOM_DATA']?.trim() ?? '') !== ''
  const dataDirectory = named
    ? configured.dataDirectory
    : await locateInstallation(configured.dataDirectory, opening)
  if (!command.opening) {
    try {
      return await callControl(controlSocketOf(dataDirectory), command.name, options)
    } catch (failure) {
      if (!(failure instanceof ControlError) || failure.code !== 'not_running') throw failure
    }
  }
  const log = pino({ level: 'fatal' }, pino.destination(2))
  return withEngines({ ...configured, dataDirectory }, log, opening, (services) =>
    command.run(services, options),
  )
}
