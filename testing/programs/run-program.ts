import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

/** A program of this folder while it runs. */
export interface Program {
  readonly child: ChildProcess
  /** The next line on its standard output. Rejects when it ends instead. */
  readonly nextLine: () => Promise<string>
  /** Resolves with status and signal when it has ended. */
  readonly ended: Promise<{
    readonly status: number | null
    readonly signal: NodeJS.Signals | null
  }>
  /** All it wrote on standard output and standard error so far. */
  readonly output: () => string
}

/** Runs `name` of this folder in a Node process of its own. */
export function runProgram(
  name: string,
  parameters: readonly string[],
  environment: NodeJS.ProcessEnv = process.env,
): Program {
  const child = spawn(process.execPath, [join(import.meta.dirname, name), ...parameters], {
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const lines = createInterface({ input: child.stdout })
  const iterator = lines[Symbol.asyncIterator]()
  lines.on('line', (line) => (output += `${line}\n`))
  child.stderr.on('data', (data: Buffer) => (output += data.toString()))
  return {
    child,
    output: () => output,
    async nextLine() {
      const { done, value } = await iterator.next()
      if (done === true) throw new Error(`${name} ended: ${output}`)
      return value
    },
    ended: once(child, 'close').then(([status, signal]: (number | NodeJS.Signals | null)[]) => ({
      status: typeof status === 'number' ? status : null,
      signal: typeof signal === 'string' ? signal : null,
    })),
  }
}
