import { setTimeout as delay } from 'node:timers/promises'
import { StartupError } from '../process/startup-error.ts'
import { answers } from './cluster-store.ts'
import { startPostmaster, type Postmaster, type PostmasterOptions } from './postmaster.ts'
import { stopPreviousPostmaster } from './previous-postmaster.ts'

/**
 * `starting`: not answering yet, at first or again after it died; `ready`: answers queries;
 * `unresponsive`: runs, but missed health checks; `waiting`: died, the next attempt comes after a
 * pause; `stopped`: for good.
 */
export type PostgresState = 'starting' | 'ready' | 'unresponsive' | 'waiting' | 'stopped'

/**
 * Health checks: `maximumMissed` missed ones in a row and the server counts as hung, and is
 * restarted.
 */
export interface HealthChecks {
  readonly intervalMs: number
  readonly answerTimeoutMs: number
  readonly maximumMissed: number
}

const usualHealthChecks: HealthChecks = {
  intervalMs: 5_000,
  answerTimeoutMs: 5_000,
  maximumMissed: 6,
}

const startPollMs = 20
const minimumPauseMs = 100
const maximumPauseMs = 10_000
/** A server that ran this long had really started: the pause begins again at its shortest. */
const healthyRunMs = 60_000
/** How long the first start waits until processes of a killed server have released the cluster. */
const releaseTimeoutMs = 15_000

const stillInUse = /pre-existing shared memory block|lock file "postmaster\.pid" already exists/

/** Runs the server and runs it again whenever it ends, until `stop`. */
export class Supervisor {
  /** Resolves at the first answered query; rejects with StartupError when the first start fails. */
  readonly started: Promise<void>
  readonly #options: PostmasterOptions
  readonly #health: HealthChecks
  readonly #listeners = new Set<(state: PostgresState) => void>()
  readonly #stopping = new AbortController()
  readonly #first = Promise.withResolvers<void>()
  readonly #createdAt = Date.now()
  readonly #finished: Promise<void>
  #state: PostgresState = 'starting'
  #current: Postmaster | undefined
  #everReady = false

  constructor(options: PostmasterOptions, health: HealthChecks = usualHealthChecks) {
    this.#options = options
    this.#health = health
    this.started = this.#first.promise
    // A rejection reaches whoever awaits `started`; after the first start nobody does.
    this.started.catch(() => undefined)
    this.#finished = this.#run()
  }

  get state(): PostgresState {
    return this.#state
  }

  get pid(): number | undefined {
    return this.#current?.pid
  }

  onState(listener: (state: PostgresState) => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    this.#current?.end('SIGINT')
    await this.#finished
  }

  async #run(): Promise<void> {
    let pauseMs = minimumPauseMs
    try {
      while (!this.#stopping.signal.aborted) {
        const begin = Date.now()
        await this.#runOnce().catch((error: unknown) => this.#explainFailure(error))
        if (this.#stopping.signal.aborted) break
        if (Date.now() - begin > healthyRunMs) pauseMs = minimumPauseMs
        this.#become('waiting')
        await this.#pause(pauseMs)
        pauseMs = Math.min(pauseMs * 2, maximumPauseMs)
      }
      this.#first.reject(new StartupError('PostgreSQL was stopped before it was ready.'))
    } catch (error) {
      this.#options.log.error({ err: error }, 'PostgreSQL is given up')
      this.#first.reject(error)
    }
    this.#become('stopped')
  }

  async #runOnce(): Promise<void> {
    const { layout, log } = this.#options
    this.#become('starting')
    await stopPreviousPostmaster(layout, log)
    if (this.#stopping.signal.aborted) return
    const server = startPostmaster(this.#options)
    this.#current = server
    await Promise.race([this.#waitUntilReady(server), server.exited])
    void this.#watchHealth(server)
    await server.exited
    this.#current = undefined
    if (!this.#stopping.signal.aborted) this.#explainEnd(server)
  }

  /** What has run before may run again: the machine lacks memory, or the disk only reads. */
  #explainFailure(error: unknown): void {
    if (!this.#everReady) throw error
    if (!this.#stopping.signal.aborted)
      this.#options.log.error({ err: error }, 'PostgreSQL could not be started again; trying again')
  }

  #explainEnd(server: Postmaster): void {
    const recentLog = server.recentLog()
    const stillHeld = stillInUse.test(recentLog) && Date.now() - this.#createdAt < releaseTimeoutMs
    if (!this.#everReady && !stillHeld)
      throw new StartupError(`PostgreSQL did not start:\n${recentLog}`)
    this.#options.log.error({ recentLog }, 'PostgreSQL ended and is started again')
  }

  async #waitUntilReady(server: Postmaster): Promise<void> {
    const begin = Date.now()
    while (!this.#isOver(server)) {
      if (await answers(this.#options.layout.sockets, this.#health.answerTimeoutMs)) {
        this.#everReady = true
        this.#become('ready')
        this.#options.log.info(
          { pid: server.pid, milliseconds: Date.now() - begin },
          'PostgreSQL is ready',
        )
        this.#first.resolve()
        return
      }
      await this.#pause(startPollMs)
    }
  }

  async #watchHealth(server: Postmaster): Promise<void> {
    const { intervalMs, answerTimeoutMs, maximumMissed } = this.#health
    let missed = 0
    while (!this.#isOver(server)) {
      await Promise.race([this.#pause(intervalMs), server.exited])
      if (this.#isOver(server)) return
      const healthy = await answers(this.#options.layout.sockets, answerTimeoutMs)
      if (this.#isOver(server)) return
      missed = healthy ? 0 : missed + 1
      this.#become(healthy ? 'ready' : 'unresponsive')
      if (healthy) continue
      this.#options.log.warn({ missed, maximumMissed }, 'PostgreSQL missed a health check')
      if (missed === maximumMissed) server.end('SIGQUIT')
    }
  }

  #become(next: PostgresState): void {
    if (next === this.#state) return
    this.#state = next
    for (const listener of this.#listeners) listener(next)
  }

  #isOver(server: Postmaster): boolean {
    return this.#stopping.signal.aborted || server.hasExited()
  }

  async #pause(pauseMs: number): Promise<void> {
    await delay(pauseMs, undefined, { signal: this.#stopping.signal }).catch(() => undefined)
  }
}
