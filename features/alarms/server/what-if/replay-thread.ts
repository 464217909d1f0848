import { Worker } from 'node:worker_threads'
import { AppError } from '#kit/model/calls/errors.ts'
import type { ReplayAnswer, ReplayQuestion } from './messages.ts'
import type { ReplaySetup } from './replay.ts'
import type { ReplayResult } from './replayed-alarms.ts'
import type { RawNumbers, RawReading } from './what-if-store.ts'

const heapMegabytes = 256
/** A thread without a replay for so long ends. */
const idleMs = 60_000
/** One question holds at most a part of readings; what takes longer never ends. */
const answerMs = 30_000

interface Waiting {
  readonly resolve: (answer: ReplayAnswer) => void
  readonly reject: (error: Error) => void
  readonly timer: NodeJS.Timeout
}

/** A replay that the thread has; the reason where it ended with the thread. */
interface Job {
  readonly number: number
  lost: Error | null
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
  readonly #open = new Set<Job>()
  #idle: NodeJS.Timeout | undefined

  async begin(setup: ReplaySetup): Promise<RunningReplay> {
    const job: Job = { number: ++this.#jobs, lost: null }
    const { number } = job
    clearTimeout(this.#idle)
    this.#open.add(job)
    try {
      await this.#ask(job, { type: 'begin', job: number, setup })
    } catch (error) {
      this.#close(job)
      throw error
    }
    return {
      takeNumbers: async (part) =>
        (await this.#ask(job, { type: 'numbers', job: number, part })).readings,
      takeRows: async (rows) =>
        (await this.#ask(job, { type: 'rows', job: number, rows })).readings,
      end: async (to) => {
        const { result } = await this.#ask(job, { type: 'end', job: number, to })
        this.#close(job)
        return result ?? new Map()
      },
      abandon: () => this.#abandon(job),
    }
  }

  async close(): Promise<void> {
    await this.#stop(new Error('the server is stopping'))
    clearTimeout(this.#idle)
  }

  #abandon(job: Job): void {
    // With the thread that had it, it is gone.
    const asked = job.lost ? null : this.#ask(job, { type: 'abandon', job: job.number })
    asked?.catch(() => undefined)
    this.#close(job)
  }

  /** Idle is a thread without replays: while the engine reads for one it is asked nothing. */
  #close(job: Job): void {
    this.#open.delete(job)
    clearTimeout(this.#idle)
    if (this.#open.size === 0)
      this.#idle = setTimeout(() => void this.#stop(tooLong()), idleMs).unref()
  }

  #ask(job: Job, question: ReplayQuestion): Promise<ReplayAnswer> {
    if (job.lost) return Promise.reject(job.lost)
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
      if (worker === this.#worker)
        void this.#stop(isOutOfMemory(error) ? tooLong() : asError(error))
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
    for (const job of this.#open) job.lost = error
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

const isOutOfMemory = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'

const asError = (error: unknown) => (error instanceof Error ? error : new Error(String(error)))

const tooLong = () => new AppError('timeout', 'This takes too long; choose a shorter period')
