import { Worker } from 'node:worker_threads'
import { AppError } from '#kit/model/calls/errors.ts'
import type { ReplayAnswer, ReplayQuestion } from './messages.ts'
import type { ReplaySetup } from './replay.ts'
import type { ReplayResult } from './replayed-alarms.ts'
import type { RawNumbers, RawReading } from './what-if-store.ts'

const heapMegabytes = 256
/** A thread that nobody has asked for so long ends. */
const idleMs = 60_000
/** One question holds at most a part of readings; what takes longer never ends. */
const answerMs = 30_000

interface Waiting {
  readonly resolve: (answer: ReplayAnswer) => void
  readonly reject: (error: Error) => void
  readonly timer: NodeJS.Timeout
}

/** A replay that goes on in the thread. */
export interface RunningReplay {
  takeNumbers(part: RawNumbers): Promise<number>
  takeRows(rows: readonly RawReading[]): Promise<number>
  /** What came of each rule; nothing comes after `to`, ms UTC. */
  end(to: number): Promise<ReplayResult>
  /** Nobody waits for it any more: the thread removes it. */
  abandon(): void
}

/**
 * Replays readings in a thread of its own: the one that takes readings and answers people is not
 * held up, and the memory has a bound.
 */
export class ReplayThread {
  #worker: Worker | null = null
  #waiting: Waiting[] = []
  #jobs = 0
  #idle: NodeJS.Timeout | undefined

  async begin(setup: ReplaySetup): Promise<RunningReplay> {
    const job = ++this.#jobs
    await this.#ask({ type: 'begin', job, setup })
    return {
      takeNumbers: async (part) => (await this.#ask({ type: 'numbers', job, part })).readings,
      takeRows: async (rows) => (await this.#ask({ type: 'rows', job, rows })).readings,
      end: async (to) => (await this.#ask({ type: 'end', job, to })).result ?? new Map(),
      abandon: () => this.#abandon(job),
    }
  }

  async close(): Promise<void> {
    await this.#stop(new Error('the server is stopping'))
  }

  #abandon(job: number): void {
    // With the thread that had it, it is gone.
    if (this.#worker) this.#ask({ type: 'abandon', job }).catch(() => undefined)
  }

  #ask(question: ReplayQuestion): Promise<ReplayAnswer> {
    clearTimeout(this.#idle)
    this.#idle = setTimeout(() => void this.#stop(tooLong()), idleMs).unref()
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => void this.#stop(tooLong()), answerMs).unref()
      this.#waiting.push({ resolve, reject, timer })
      this.#running().postMessage(question, movedOf(question))
    })
  }

  #running(): Worker {
    if (this.#worker) return this.#worker
    const worker = new Worker(new URL('replay-worker.ts', import.meta.url), {
      ...{ env: {}, execArgv: [] },
      resourceLimits: { maxOldGenerationSizeMb: heapMegabytes },
    })
    worker.on('message', (answer: ReplayAnswer) => {
      if (worker !== this.#worker) return
      const waiting = this.#waiting.shift()
      if (!waiting) return
      clearTimeout(waiting.timer)
      if (answer.problem === undefined) waiting.resolve(answer)
      else waiting.reject(new Error(answer.problem))
    })
    worker.on('error', (error) => {
      if (worker === this.#worker) void this.#stop(error instanceof Error ? error : tooLong())
    })
    worker.unref()
    this.#worker = worker
    return worker
  }

  /** Ends the thread with what it is at; the next question begins another. */
  async #stop(error: Error): Promise<void> {
    clearTimeout(this.#idle)
    const worker = this.#worker
    this.#worker = null
    for (const { reject, timer } of this.#waiting.splice(0)) {
      clearTimeout(timer)
      reject(error)
    }
    await worker?.terminate()
  }
}

/** Numbers move to the thread without a copy. */
const movedOf = (question: ReplayQuestion) =>
  question.type === 'numbers' ? [question.part.rows.buffer] : []

const tooLong = () => new AppError('timeout', 'This takes too long; choose a shorter period')
