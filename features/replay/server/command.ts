import { ControlError } from '#kit/server/command-line/control.ts'
import { StartupError } from '#kit/server/process/startup-error.ts'
import { printable, printableJson, printableOnLine } from '#kit/server/command-line/terminal.ts'
import { readOptions, usage, UsageError, type ReplayOptions } from './options.ts'
import type { RenamedColumn } from './columns.ts'
import { BrokerError } from './publisher.ts'
import { RecordingError } from './recording.ts'
import type { OnProblem } from './cell-reader.ts'
import { replay, type ReplayProgress, type ReplayResult } from './replay.ts'

/** Problems beyond these are counted, not listed. */
const listedProblems = 20
/** Renamed columns beyond these are counted, not listed. */
const listedNames = 10
/** Failures whose message is enough; of others the stack is needed. */
const expected = [RecordingError, BrokerError, ControlError, StartupError]

/** What the command needs of the process around it. */
interface ReplayContext {
  readonly args: readonly string[]
  readonly environment: Readonly<Record<string, string | undefined>>
  /**
   * The token of a device, when neither option nor environment name one; undefined when it is not
   * known.
   */
  readonly findToken: (deviceId: string) => Promise<string | undefined>
  /** Where the broker is, when no option names it. */
  readonly findBroker: () => Promise<string>
  readonly print: (text: string) => void
  readonly printToStderr: (text: string) => void
  /** Whether standard error is a terminal, on which a line can be written over. */
  readonly terminal: boolean
  readonly signal: AbortSignal
}

/**
 * Runs the command and gives its exit code: 0 all acknowledged, 1 not, 2 wrongly called, 130
 * interrupted.
 */
export async function runReplay(context: ReplayContext): Promise<number> {
  const { printToStderr } = context
  try {
    const options = readOptions(context.args)
    if (options === 'help') {
      context.print(usage)
      return 0
    }
    return await play(options, context)
  } catch (error) {
    if (error instanceof UsageError) {
      printToStderr(`${printable(error.message)} See --help.\n`)
      return 2
    }
    if (!expected.some((kind) => error instanceof kind)) throw error
    printToStderr(`${printable(error instanceof Error ? error.message : String(error))}\n`)
    return 1
  }
}

async function play(options: ReplayOptions, context: ReplayContext): Promise<number> {
  const { environment, findToken, findBroker, print, printToStderr, signal } = context
  const token = options.token ?? environment['DEVICE_TOKEN'] ?? (await findToken(options.device))
  if (token === undefined)
    throw new UsageError(`Which token? Give --token or set DEVICE_TOKEN for ${options.device}.`)
  const url = options.url ?? (await findBroker())
  const display = new Display(context, options.json)
  const { progress: onProgress, problem: onProblem, renamed: onRenamed } = display
  const result = await replay(options, { url, token, signal, onProgress, onProblem, onRenamed })
  display.end()
  print(options.json ? `${printableJson(JSON.stringify(result))}\n` : describe(result))
  if (result.failure !== null && !options.json) printToStderr(`${printable(result.failure)}\n`)
  if (result.interrupted) return 130
  return result.failure === null && result.acknowledged.messages === result.sent.messages ? 0 : 1
}

const thousands = new Intl.NumberFormat('en')
const count = (number: number) => thousands.format(number)

function describe(result: ReplayResult): string {
  const { rows, skippedRows, skippedCells, sent, acknowledged, seconds, from, to, interrupted } =
    result
  const skipped =
    skippedRows + skippedCells === 0
      ? ''
      : `, left out ${count(skippedRows)} rows and ${count(skippedCells)} cells`
  const span =
    from === null || to === null
      ? ''
      : `Times      ${new Date(from).toISOString()} to ${new Date(to).toISOString()}\n`
  return (
    `${interrupted ? 'Interrupted after' : 'Replayed'} ${count(rows)} rows ` +
    `in ${seconds.toFixed(1)} s${skipped}\n${span}` +
    `Sent       ${count(sent.readings)} readings in ${count(sent.messages)} messages\n` +
    `Acked      ${count(acknowledged.readings)} readings ` +
    `in ${count(acknowledged.messages)} messages\n`
  )
}

/**
 * Progress on one line of a terminal, or a line every few seconds elsewhere; problems between them.
 */
class Display {
  readonly #context: ReplayContext
  readonly #silent: boolean
  readonly #begin = performance.now()
  #shown = 0
  #problems = 0

  constructor(context: ReplayContext, silent: boolean) {
    this.#context = context
    this.#silent = silent
  }

  readonly progress = (progress: ReplayProgress): void => {
    const { terminal, printToStderr } = this.#context
    const now = performance.now()
    if (this.#silent || now - this.#shown < (terminal ? 200 : 5_000)) return
    this.#shown = now
    const line = this.#line(progress, (now - this.#begin) / 1_000)
    printToStderr(terminal ? `\r\u001b[K${line}` : `${line}\n`)
  }

  #line({ rows, share, sent, acknowledged }: ReplayProgress, seconds: number): string {
    const rate = count(Math.round(sent.readings / Math.max(seconds, 0.001)))
    return (
      `${Math.floor(share * 100)} %  ${count(rows)} rows  ${count(sent.readings)} readings  ` +
      `${rate}/s  ` +
      `${count(acknowledged.readings)} acknowledged`
    )
  }

  readonly problem: OnProblem = (line, what, reason) => {
    const { printToStderr, terminal } = this.#context
    if (++this.#problems > listedProblems + 1) return
    const erase = terminal && !this.#silent ? '\r\u001b[K' : ''
    const text =
      this.#problems > listedProblems
        ? 'Further problems are counted, not listed.'
        : `Line ${line}: ${reason}; ${what} left out.`
    printToStderr(`${erase}${printableOnLine(text)}\n`)
  }

  readonly renamed = (columns: readonly RenamedColumn[]): void => {
    if (this.#silent) return
    const listed = columns
      .slice(0, listedNames)
      .map(({ column, key }) => `"${printableOnLine(column)}" → ${printableOnLine(key)}`)
    const more = columns.length > listedNames ? ` and ${columns.length - listedNames} more` : ''
    this.#context.printToStderr(
      `Columns that are sent under another name: ${listed.join(', ')}${more}\n`,
    )
  }

  end(): void {
    if (this.#context.terminal && !this.#silent) this.#context.printToStderr('\r\u001b[K')
  }
}
