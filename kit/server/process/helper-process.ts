import { fork, type ChildProcess, type Serializable } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { setPriority } from 'node:os'
import { compileCache } from './compile-cache.ts'

const lastWordsLength = 2_000
/** Whoever waits for a file waits longer than devices and people who look at values. */
const ofWork = 10

interface HelperOptions<Answer> {
  /** Path of the program; it answers by `answerRequests`. */
  readonly program: string
  readonly heapMegabytes: number
  /** By how much it gives way to other processes, 0 to 19; absent: 10. */
  readonly niceness?: number
  /** What an answer is that says that it could not be done; null for others. */
  readonly failureOf: (answer: Answer | FailedAnswer) => Error | null
  /** Why nothing is answered any more, with the last words of the process. */
  readonly ended: (lastWords: string) => Error
}

/** What a program answers in the place of a result. */
type FailedAnswer = { readonly type: 'failed'; readonly reason: never; readonly message: string }

/**
 * A process for one piece of work that is heavy or that reads what somebody else made: it takes
 * neither the thread nor the memory of the server, and gives way to everything else on the machine.
 */
export class HelperProcess<ParentRequest, Answer> {
  readonly #options: HelperOptions<Answer>
  readonly #child: ChildProcess
  readonly #waiting: PromiseWithResolvers<Answer>[] = []
  #failure: Error | null = null
  #lastWords = ''

  constructor(options: HelperOptions<Answer>) {
    this.#options = options
    this.#child = fork(options.program, [], {
      execArgv: [`--max-old-space-size=${options.heapMegabytes}`, '--max-semi-space-size=4'],
      env: { PATH: process.env['PATH'] ?? '', MALLOC_ARENA_MAX: '1', ...compileCache() },
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      serialization: 'advanced',
    })
    // At once: every thread that it starts from now on has this priority too.
    this.#giveWay()
    // On a busy machine it has started some before.
    this.#child.once('message', () => this.#giveWay())
    this.#child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#lastWords = (this.#lastWords + text).slice(-lastWordsLength)
    })
    this.#child.on('message', (answer) => this.#receive(answer as Answer))
    this.#child.on('error', (error) => this.fail(options.ended(error.message)))
    this.#child.once('close', () =>
      this.fail(options.ended(`the process ended: ${this.#lastWords.trim()}`)),
    )
  }

  get pid(): number | undefined {
    return this.#child.pid
  }

  /** Resolves when it is carried out. Rejects with the failure, as all that follow do. */
  execute(request: ParentRequest): Promise<Answer> {
    if (this.#failure) return Promise.reject(this.#failure)
    const waiting = Promise.withResolvers<Answer>()
    this.#waiting.push(waiting)
    this.#child.send(request as Serializable, (error) => {
      if (error) this.fail(this.#options.ended(error.message))
    })
    return waiting.promise
  }

  /** What is ordered from now on, and waits, is refused for this reason. */
  fail(failure: Error): void {
    this.#failure ??= failure
    for (const { reject } of this.#waiting.splice(0)) reject(this.#failure)
  }

  /** Ends the process at once; resolves when it has ended. */
  async end(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#child.once('exit', () => resolve())
    this.#child.kill('SIGKILL')
    await promise
  }

  #giveWay(): void {
    const { niceness = ofWork } = this.#options
    for (const thread of threadsOf(this.#child.pid))
      try {
        setPriority(thread, niceness)
      } catch {
        // It has ended meanwhile.
      }
  }

  #receive(answer: Answer): void {
    const failure = this.#options.failureOf(answer)
    if (failure) this.fail(failure)
    else this.#waiting.shift()?.resolve(answer)
  }
}

/** Ids of the threads of a process; where the system does not list them, its own. */
function threadsOf(pid: number | undefined): readonly number[] {
  if (pid === undefined) return []
  try {
    return readdirSync(`/proc/${pid}/task`).map(Number)
  } catch {
    return [pid]
  }
}
