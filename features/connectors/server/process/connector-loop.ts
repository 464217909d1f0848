import { setTimeout as pause } from 'node:timers/promises'
import type { DeviceStatus } from '#kit/model/device.ts'
import type { CommandOutcome } from '#kit/server/devices/device-commands.ts'
import type { FailureReport } from '../../contract/connector.ts'
import {
  ConnectorFailure,
  failureOf,
  type Configuration,
  type Connection,
  type ConnectorDriver,
  type ConnectorHost,
  type WriteRequest,
} from '../driver.ts'
import { backOffTimes, type BackOffTimes } from './back-off.ts'
import type { ValuesQueue } from './values-queue.ts'

/** A connection that is not there after so long never will be. */
export const connectTimeoutMs = 30_000
/** What a connection may take to end, before it is left to itself. */
const closeTimeoutMs = 5_000

export interface LoopServices {
  readonly driver: () => Promise<ConnectorDriver>
  readonly configuration: Configuration
  readonly queue: Pick<ValuesQueue, 'take'>
  readonly reportState: (
    state: 'connecting' | 'running' | 'failing',
    failure?: FailureReport,
    nextTryAt?: number,
  ) => void
  readonly reportStatus: (lesiId: string, status: DeviceStatus) => void
  readonly reportProblems: ConnectorHost['reportProblems']
  readonly refuse: ConnectorHost['refuse']
  readonly log: ConnectorHost['log']
  readonly backOff?: BackOffTimes
  readonly connectTimeoutMs?: number
}

/** A connection that is being established, or is there. */
interface Attempt {
  isConnected: boolean
  /** What did not work before it was there; null: nothing. */
  failure: FailureReport | null
}

/** Connects, and again after a pause whenever the connection ends, until it is stopped. */
export class ConnectorLoop {
  readonly #services: LoopServices
  readonly #stopping = new AbortController()
  readonly #ended: Promise<void>
  #waitMs: number
  #connection: Connection | null = null

  constructor(services: LoopServices) {
    this.#services = services
    this.#waitMs = this.#backOff.firstMs
    this.#ended = this.#run()
  }

  /** Resolves when the connection has ended. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.#ended
  }

  /** Writes over the connection that there is; nothing waits for one. */
  async write(writeRequest: WriteRequest): Promise<CommandOutcome> {
    if (!this.#connection?.write || Date.now() > writeRequest.deadline)
      return { outcome: 'not-connected' }
    return this.#connection.write(writeRequest).catch(() => ({ outcome: 'unanswered' as const }))
  }

  get #backOff(): BackOffTimes {
    return this.#services.backOff ?? backOffTimes
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping
    while (!signal.aborted) {
      this.#services.reportState('connecting')
      const failure = await this.#connectOnce().then(
        () => new ConnectorFailure('connection_lost'),
        (error: unknown) => error,
      )
      if (signal.aborted) return
      const waitMs = this.#nextWait()
      this.#services.reportState('failing', failureOf(failure), Date.now() + waitMs)
      await pause(waitMs, undefined, { signal }).catch(() => undefined)
    }
  }

  /** Longer each time, and never the same for many that failed at one moment. */
  #nextWait(): number {
    const waitMs = this.#waitMs * (0.8 + Math.random() * 0.4)
    this.#waitMs = Math.min(this.#waitMs * 2, this.#backOff.maximumMs)
    return Math.round(waitMs)
  }

  /** Resolves or rejects when one connection has ended. */
  async #connectOnce(): Promise<void> {
    const ending = new AbortController()
    const signal = AbortSignal.any([this.#stopping.signal, ending.signal])
    const attempt: Attempt = { isConnected: false, failure: null }
    const host = this.#hostOf(signal, attempt)
    try {
      const connection = await this.#connect(host, signal)
      const begun = performance.now()
      attempt.isConnected = true
      this.#reportWork(attempt.failure)
      this.#connection = connection
      try {
        await endOf(connection, signal)
      } finally {
        this.#connection = null
        if (performance.now() - begun > this.#backOff.resetAfterMs)
          this.#waitMs = this.#backOff.firstMs
        ending.abort()
        await within(closeTimeoutMs, connection.close()).catch(() => undefined)
      }
    } finally {
      ending.abort()
    }
  }

  #reportWork(failure: FailureReport | null): void {
    const { reportState } = this.#services
    if (failure === null) reportState('running')
    else reportState('failing', failure)
  }

  async #connect(host: ConnectorHost, signal: AbortSignal): Promise<Connection> {
    const { configuration, driver } = this.#services
    const connecting = driver().then((loaded) => {
      signal.throwIfAborted()
      return loaded.connect(configuration, host)
    })
    const timeoutMs = this.#services.connectTimeoutMs ?? connectTimeoutMs
    try {
      return await within(timeoutMs, connecting, signal)
    } catch (error) {
      // It may still come, when nobody waits for it any more.
      connecting
        .then(
          (late) => late.close(),
          () => undefined,
        )
        .catch(() => undefined)
      throw error
    }
  }

  #hostOf(signal: AbortSignal, attempt: Attempt): ConnectorHost {
    const { queue, log, refuse, reportProblems, reportStatus } = this.#services
    return {
      signal,
      log,
      take: async (lesiId, values) => {
        signal.throwIfAborted()
        return queue.take(lesiId, values, signal)
      },
      refuse: (...what) => {
        if (!signal.aborted) refuse(...what)
      },
      reportStatus: (lesiId, status) => {
        if (!signal.aborted) reportStatus(lesiId, status)
      },
      reportProblems: (problems) => {
        if (!signal.aborted) reportProblems(problems)
      },
      reportFailure: (failure) => {
        if (signal.aborted) return
        if (attempt.isConnected) this.#reportWork(failure)
        else attempt.failure = failure
      },
    }
  }
}

/** Settles when the connection ends by itself, or is to end. */
async function endOf({ ended }: Connection, signal: AbortSignal): Promise<void> {
  const stopped = new Promise<void>((resolve) => {
    if (signal.aborted) resolve()
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
  await Promise.race([ended, stopped])
}

/** What the work gives; `no_answer` when it takes longer, and a rejection when it is to end. */
export async function within<Result>(
  timeoutMs: number,
  work: Promise<Result>,
  signal?: AbortSignal,
): Promise<Result> {
  const timer = new AbortController()
  const limits = signal ? AbortSignal.any([signal, timer.signal]) : timer.signal
  const late = pause(timeoutMs, undefined, { signal: limits }).then(() => {
    throw new ConnectorFailure('no_answer', `not within ${timeoutMs / 1_000} s`)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    timer.abort()
    late.catch(() => undefined)
  }
}
