import { canRunAs, type Account } from './account.ts'

/**
 * What to spawn: `account` goes into the options of spawn when the command does not change the
 * account itself.
 */
export interface SupervisedCommand {
  readonly command: string
  readonly parameters: readonly string[]
  readonly account: Account | undefined
}

/**
 * The command that runs `program` as `account`. With setpriv (util-linux) the kernel sends it
 * `signal` when this program dies in any way, SIGKILL included; elsewhere the next start deals with
 * what was left.
 */
export function supervisedCommand(
  account: Account | undefined,
  signal: 'INT' | 'KILL',
  program: string,
  parameters: readonly string[],
): SupervisedCommand {
  const drop = account ? [`--reuid=${account.uid}`, `--regid=${account.gid}`, '--clear-groups'] : []
  const setprivArguments = [...drop, `--pdeathsig=${signal}`, '--']
  if (!canRunAs(undefined, 'setpriv', [...setprivArguments, 'true']))
    return { command: program, parameters, account }
  return {
    command: 'setpriv',
    parameters: [...setprivArguments, program, ...parameters],
    account: undefined,
  }
}
