import { fork, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type {
  BackfillProgress,
  BackfillRange,
  FromSimulator,
  PlantCredential,
  StartRequest,
} from './messages.ts'

const simulatorFile = fileURLToPath(new URL('simulator.ts', import.meta.url))
/** Flags that halve the memory that the simulator takes. */
const smallHeap = [
  '--max-old-space-size=48',
  '--max-semi-space-size=1',
  '--single-threaded-gc',
  '--v8-pool-size=0',
]
const denseMs = 48 * 3_600_000
const recentMs = 6 * 3_600_000
/** The back-fill waits while more is on its way to the store: whoever asks for values waits too. */
const maximumPendingBytes = 2 * 2 ** 20
const pacingIntervalMs = 50
const backOff = { firstMs: 1_000, maximumMs: 30_000, resetAfterMs: 60_000 }
const stopTimeoutMs = 2_500

/** The part of a logger that the demo plant uses. */
interface PlantLogger {
  info(details: object, message: string): void
  warn(details: object, message: string): void
}

/** The store of the readings. */
interface PlantStore {
  /** Bytes of acknowledged readings that are not in it yet. */
  readonly pendingBytes: () => number
  /** Brings them there; rejects when that takes long. */
  readonly flush: () => Promise<void>
}

export interface DemoPlantOptions {
  readonly mqttUrl: string
  readonly seed: number
  readonly devices: readonly PlantCredential[]
  /** History to fill in (ms UTC); its last 48 hours are dense, the last six as live values. */
  readonly backfill: (Pick<BackfillRange, 'from' | 'to'> & Partial<BackfillRange>) | null
  /** What the plant's clock is ahead of UTC, in ms: shifts follow it. */
  readonly zoneOffsetMs?: number
  /**
   * Where Node may cache compiled code: the simulator then needs about 20 MB less from its second
   * start on.
   */
  readonly cacheDirectory?: string
  readonly logger: PlantLogger
  /** Where acknowledged readings are on their way to; absent: it need not keep up. */
  readonly store?: PlantStore
  readonly onProgress?: (progress: BackfillProgress) => void
  /** Called once, when the whole range has been acknowledged. */
  readonly onBackfilled?: (readings: number) => void
}

export interface DemoPlant {
  /** Process id of the simulator that runs now, for measuring. */
  readonly pid: number | undefined
  /** Resolves when the simulator has ended; at most 2.5 s later. */
  stop(): Promise<void>
}

/**
 * Starts the simulator in a process of its own. When it dies it is started again after 1 s, later
 * after up to 30 s, and goes on with the back-fill where it was.
 */
export function startDemoPlant(options: DemoPlantOptions): DemoPlant {
  const supervisor = new SimulatorSupervisor(options)
  supervisor.start()
  return {
    get pid() {
      return supervisor.pid
    },
    stop: () => supervisor.stop(),
  }
}

class SimulatorSupervisor {
  readonly #options: DemoPlantOptions
  #backfill: BackfillRange | null
  #child: ChildProcess | null = null
  #restart: NodeJS.Timeout | undefined
  #pacing: NodeJS.Timeout | undefined
  #waitMs = backOff.firstMs
  #stopped = false

  constructor(options: DemoPlantOptions) {
    this.#options = options
    const { backfill } = options
    this.#backfill = backfill && {
      denseFrom: Math.max(backfill.from, backfill.to - denseMs),
      recentFrom: Math.max(backfill.from, backfill.to - recentMs),
      ...backfill,
    }
  }

  get pid(): number | undefined {
    return this.#child?.pid
  }

  start(): void {
    const { mqttUrl, seed, zoneOffsetMs = 0, devices, logger, cacheDirectory } = this.#options
    const startedAt = Date.now()
    const child = fork(simulatorFile, {
      execArgv: smallHeap,
      env: {
        ...process.env,
        ...(cacheDirectory === undefined ? {} : { NODE_COMPILE_CACHE: cacheDirectory }),
        MALLOC_ARENA_MAX: '1',
      },
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    })
    this.#child = child
    let errorOutput = ''
    child.stderr
      ?.setEncoding('utf8')
      .on('data', (text: string) => (errorOutput = (errorOutput + text).slice(-2_000)))
    child.on('message', (message: FromSimulator) => this.#receive(message))
    child.on('error', (error) =>
      logger.warn({ error: error.message }, 'The demo plant could not be sent a message'),
    )
    child.on('exit', (code, signal) => {
      this.#child = null
      clearInterval(this.#pacing)
      if (this.#stopped) return
      if (Date.now() - startedAt > backOff.resetAfterMs) this.#waitMs = backOff.firstMs
      logger.warn(
        { code, signal, errorOutput, retryInMs: this.#waitMs },
        'The demo plant died and is started again',
      )
      this.#restart = setTimeout(() => this.start(), this.#waitMs)
      this.#waitMs = Math.min(this.#waitMs * 2, backOff.maximumMs)
    })
    const request: StartRequest = {
      type: 'start',
      mqttUrl,
      seed,
      zoneOffsetMs,
      devices,
      backfill: this.#backfill,
    }
    child.send(request)
    this.#pace(child)
  }

  /** Holds the back-fill up while the store is behind. */
  #pace(child: ChildProcess): void {
    const { store } = this.#options
    if (!store || !this.#backfill) return
    let isHeld = false
    const hold = (next: boolean) => {
      if (next !== isHeld && child.connected) child.send({ type: 'hold', isHeld: next })
      isHeld = next
    }
    this.#pacing = setInterval(() => {
      if (isHeld || store.pendingBytes() <= maximumPendingBytes) return
      hold(true)
      const end = () => hold(false)
      store.flush().then(end, end)
    }, pacingIntervalMs)
  }

  #receive(message: FromSimulator): void {
    const { logger, onProgress, onBackfilled } = this.#options
    if (message.type === 'log') logger[message.level]({ lesiId: message.lesiId }, message.message)
    else if (message.type === 'done') {
      this.#backfill = null
      clearInterval(this.#pacing)
      onBackfilled?.(message.readings)
    } else if (this.#backfill) {
      const { type: _type, ...progress } = message
      this.#backfill = { ...this.#backfill, to: message.remainingTo }
      onProgress?.(progress)
    }
  }

  async stop(): Promise<void> {
    this.#stopped = true
    clearTimeout(this.#restart)
    const child = this.#child
    if (!child) return
    const ended = new Promise((resolve) => child.once('exit', resolve))
    if (child.connected) child.send({ type: 'stop' })
    const killTimer = setTimeout(() => child.kill('SIGKILL'), stopTimeoutMs)
    await ended
    clearTimeout(killTimer)
  }
}
