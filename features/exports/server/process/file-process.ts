import { fork, type ChildProcess } from 'node:child_process'
import { setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'
import type { Answer, Order } from './messages.ts'

const program = fileURLToPath(new URL('main.ts', import.meta.url))
/** Pages are small; what is left over is room for the collector. */
const heapMegabytes = 96
const lastWordsLength = 2_000
/** Whoever waits for a file waits longer than devices and people who look at values. */
const niceness = 10

/** What could not be written. */
export class FileFailure extends Error {
  readonly reason: 'disk' | 'defect'
  constructor(reason: 'disk' | 'defect', message: string) {
    super(message)
    this.name = 'FileFailure'
    this.reason = reason
  }
}

type Written = Extract<Answer, { readonly type: 'done' }>

/**
 * The process that writes one file: making a million rows and compressing them takes neither the
 * thread nor the memory of the server, and gives way to everything else on the machine.
 */
export class FileProcess {
  readonly #child: ChildProcess
  readonly #waiting: PromiseWithResolvers<Written>[] = []
  #failure: FileFailure | null = null
  #lastWords = ''

  constructor() {
    this.#child = fork(program, [], {
      execArgv: [`--max-old-space-size=${heapMegabytes}`, '--max-semi-space-size=4'],
      env: { PATH: process.env['PATH'] ?? '', MALLOC_ARENA_MAX: '1' },
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      serialization: 'advanced',
    })
    // At once: every thread that it starts from now on has this priority too.
    if (this.#child.pid !== undefined) setPriority(this.#child.pid, niceness)
    this.#child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#lastWords = (this.#lastWords + text).slice(-lastWordsLength)
    })
    this.#child.on('message', (answer) => this.#receive(answer as Answer))
    this.#child.on('error', (error) => this.#fail(new FileFailure('defect', error.message)))
    this.#child.once('close', () =>
      this.#fail(new FileFailure('defect', `the process ended: ${this.#lastWords.trim()}`)),
    )
  }

  get pid(): number | undefined {
    return this.#child.pid
  }

  /** Resolves when it is carried out. Rejects with `FileFailure`, as all that follow do. */
  carryOut(order: Order): Promise<Written> {
    if (this.#failure) return Promise.reject(this.#failure)
    const waiting = Promise.withResolvers<Written>()
    this.#waiting.push(waiting)
    this.#child.send(order, (error) => {
      if (error) this.#fail(new FileFailure('defect', error.message))
    })
    return waiting.promise
  }

  /** What is ordered from now on, and waits, is refused for this reason. */
  fail(reason: FileFailure['reason']): void {
    this.#fail(new FileFailure(reason, 'given up'))
  }

  /** Ends the process at once; resolves when it has ended. */
  async end(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#child.once('exit', () => resolve())
    this.#child.kill('SIGKILL')
    await promise
  }

  #receive(answer: Answer): void {
    if (answer.type === 'failed') this.#fail(new FileFailure(answer.reason, answer.message))
    else this.#waiting.shift()?.resolve(answer)
  }

  #fail(failure: FileFailure): void {
    this.#failure ??= failure
    for (const { reject } of this.#waiting.splice(0)) reject(this.#failure)
  }
}
