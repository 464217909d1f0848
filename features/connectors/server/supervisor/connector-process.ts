import { fork, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { compileCache } from '#kit/server/process/compile-cache.ts'
import type { ConnectorFailureCode } from '../../contract/connector.ts'
import type { FromProcess, ToProcess } from '../process/messages.ts'

const program = fileURLToPath(new URL('../process/main.ts', import.meta.url))
const pingIntervalMs = 5_000
/** A process that has not answered for so long does nothing else either. */
const hungAfterMs = 20_000
/** What it may take to load, on a machine that has much else to do. */
const startTimeoutMs = 60_000
const endTimeoutMs = 3_000
const lastWordsLength = 2_000

/**
 * What the process gets of the server's environment: neither its secrets nor the addresses of its
 * engines.
 */
const passedOn = ['PATH', 'HOME', 'TZ', 'LANG', 'NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE'] as const

export interface ProcessOptions {
  /** Module that exports the `runnableKinds`. */
  readonly kindsModule: string
  /** Where the kinds have what they store. */
  readonly directory: string
  readonly heapMegabytes: number
  readonly onMessage: (message: FromProcess) => void
  /** It ended without having been asked to; `lastWords` is the end of what it wrote. */
  readonly onEnd: (code: ConnectorFailureCode, lastWords: string) => void
  readonly hungAfterMs?: number
}

/** With less, values on their way to the disk grow old: a flood then costs a quarter more. */
const youngSpace = '--max-semi-space-size=16'

/** One process of connectors: started at once, watched, and ended for good. */
export class ConnectorProcess {
  readonly #options: ProcessOptions
  readonly #child: ChildProcess
  readonly #watch: NodeJS.Timeout
  readonly #exited: Promise<void>
  #lastSign = performance.now() + startTimeoutMs
  #lastWords = ''
  #isHung = false
  #isEnding = false

  constructor(options: ProcessOptions) {
    this.#options = options
    const child = fork(program, [options.kindsModule, options.directory], {
      execArgv: [`--max-old-space-size=${options.heapMegabytes}`, youngSpace],
      env: { ...environment(), MALLOC_ARENA_MAX: '1', ...compileCache() },
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      serialization: 'advanced',
    })
    this.#child = child
    child.stderr
      ?.setEncoding('utf8')
      .on(
        'data',
        (text: string) => (this.#lastWords = (this.#lastWords + text).slice(-lastWordsLength)),
      )
    child.on('message', (message) => {
      this.#lastSign = performance.now()
      if (!this.#isEnding) options.onMessage(message as FromProcess)
    })
    // What cannot be sent any more: the end of the process follows.
    child.on('error', () => undefined)
    this.#exited = new Promise((resolve) => {
      child.once('close', () => {
        clearInterval(this.#watch)
        resolve()
        if (!this.#isEnding)
          options.onEnd(this.#isHung ? 'process_hung' : 'process_ended', this.#lastWords.trim())
      })
    })
    this.#watch = setInterval(() => this.#check(), Math.min(pingIntervalMs, this.#hungAfterMs / 4))
    this.#watch.unref()
  }

  get pid(): number | undefined {
    return this.#child.pid
  }

  send(message: ToProcess): void {
    if (this.#child.connected) this.#child.send(message, () => undefined)
  }

  /** Resolves when it has ended, its connections in good order where they do so in time. */
  async end(): Promise<void> {
    this.#isEnding = true
    this.send({ type: 'end' })
    const timer = setTimeout(() => this.#child.kill('SIGKILL'), endTimeoutMs)
    await this.#exited
    clearTimeout(timer)
  }

  get #hungAfterMs(): number {
    return this.#options.hungAfterMs ?? hungAfterMs
  }

  #check(): void {
    if (performance.now() - this.#lastSign > this.#hungAfterMs) {
      this.#isHung = true
      this.#child.kill('SIGKILL')
    } else this.send({ type: 'ping' })
  }
}

function environment(): Record<string, string> {
  const entries = passedOn.flatMap((name) => {
    const value = process.env[name]
    return value === undefined ? [] : [[name, value] as const]
  })
  return Object.fromEntries(entries)
}
