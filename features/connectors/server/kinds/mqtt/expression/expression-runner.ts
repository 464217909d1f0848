import { Worker } from 'node:worker_threads'
import { type Answer, type Question, ready } from './messages.ts'

/** After so long, and then again and again, what an expression takes is looked at. */
const pollMs = 200
/** What it may take of a processor from the first look on. */
const maximumProcessorMs = 300
/** What uses no processor is ended, too. */
const maximumMs = 30_000
/** An expression that had to be ended is not retried for so long. */
const restMs = 10_000
const heapMegabytes = 64

interface Waiting extends Question {
  readonly resolve: (result: unknown) => void
  readonly reject: (error: Error) => void
}

/** What a thread has used of a processor since it began; 0 of one that has ended. */
async function processorMs(worker: Worker | null): Promise<number> {
  const usage = await worker?.cpuUsage().catch(() => undefined)
  return usage ? (usage.user + usage.system) / 1_000 : 0
}

/**
 * Evaluates expressions of people one after the other, in a thread of their own: whatever an
 * expression does, it is ended in time, within bounded memory, and those behind it go on.
 */
export class ExpressionRunner {
  readonly #waiting: Waiting[] = []
  /** When it may be retried, by expression. */
  readonly #resting = new Map<string, number>()
  #worker: Worker | null = null
  /** The thread has begun, which may take seconds on a busy machine and is nobody's fault. */
  #isReady = false
  #current: Waiting | null = null
  #timer: NodeJS.Timeout | undefined
  #isClosed = false

  /** Rejects with an error whose message is for engineers. */
  evaluate(
    expression: string,
    input: unknown,
    names: Readonly<Record<string, string>>,
  ): Promise<unknown> {
    if (this.#isClosed) return Promise.reject(new Error('was ended'))
    return new Promise((resolve, reject) => {
      this.#waiting.push({ expression, input, names, resolve, reject })
      this.#next()
    })
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#timer)
    for (const { reject } of [this.#current, ...this.#waiting.splice(0)].filter(
      (each) => each !== null,
    ))
      reject(new Error('was ended'))
    this.#current = null
    await this.#worker?.terminate()
  }

  #next(): void {
    if (this.#current || this.#isClosed) return
    const next = this.#waiting.shift()
    if (!next) return
    if (performance.now() < (this.#resting.get(next.expression) ?? 0)) {
      next.reject(new Error(`took too long before: it is tried again after ${restMs / 1_000} s`))
      return this.#next()
    }
    this.#current = next
    if (this.#isReady) this.#limit()
    const { expression, input, names } = next
    try {
      this.#running().postMessage({ expression, input, names } satisfies Question, [])
    } catch (error) {
      // A document that is nested deeper than the stack cannot be copied.
      this.#take()?.reject(new Error(`cannot be handed over: ${String(error)}`))
      this.#next()
    }
  }

  /**
   * Ends the current expression when it has used too much of a processor: time alone says little
   * where other programs have the machine for a while.
   */
  #limit(): void {
    const [worker, current, begun] = [this.#worker, this.#current, performance.now()]
    let first: number | undefined
    const lookLater = () => {
      this.#timer = setTimeout(() => void check(), pollMs)
    }
    const check = async () => {
      const used = await processorMs(worker)
      if (current !== this.#current || worker !== this.#worker) return
      first ??= used
      if (used - first >= maximumProcessorMs || performance.now() - begun >= maximumMs)
        return this.#end('does not end')
      lookLater()
    }
    lookLater()
  }

  #running(): Worker {
    if (this.#worker) return this.#worker
    const worker = new Worker(new URL('expression-worker.ts', import.meta.url), {
      ...{ env: {}, stderr: true, stdout: true, execArgv: [] },
      resourceLimits: {
        ...{ maxOldGenerationSizeMb: heapMegabytes, maxYoungGenerationSizeMb: 8, stackSizeMb: 4 },
      },
    })
    worker.on('message', (message: Answer | typeof ready) => {
      if (worker !== this.#worker) return
      if (message !== ready) return this.#answered(message)
      this.#isReady = true
      if (this.#current) this.#limit()
    })
    worker.on('error', (error) => this.#failed(worker, error))
    worker.unref()
    this.#worker = worker
    return worker
  }

  #answered(answer: Answer): void {
    const current = this.#take()
    if ('reason' in answer) current?.reject(new Error(answer.reason))
    else current?.resolve(answer.result)
    this.#next()
  }

  #failed(worker: Worker, error: unknown): void {
    if (worker !== this.#worker) return
    const isMemory =
      error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
    this.#end(isMemory ? 'needs too much memory' : `failed: ${String(error)}`)
  }

  /** Ends the thread with what it is at; the next one begins in another. */
  #end(reason: string): void {
    const current = this.#take()
    void this.#worker?.terminate()
    this.#worker = null
    this.#isReady = false
    if (current) this.#resting.set(current.expression, performance.now() + restMs)
    current?.reject(new Error(reason))
    this.#next()
  }

  #take(): Waiting | null {
    clearTimeout(this.#timer)
    const current = this.#current
    this.#current = null
    return current
  }
}
