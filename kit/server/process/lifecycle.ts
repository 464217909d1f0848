import type { BaseLogger } from 'pino'

/** Total time that all stop functions together may take. */
const stopTimeoutMs = 5_000

/**
 * Signals within this time of the first count as the same: npm passes on what the terminal has sent
 * already.
 */
const sameSignalMs = 500

export interface LifecycleOptions {
  readonly log: BaseLogger
  readonly timeoutMs?: number
}

/** What was started, to be stopped in reverse order. */
export interface Lifecycle {
  /** Registers what stops the thing just started. */
  readonly onStop: (name: string, stop: () => unknown) => void
  /** Aborts when the stop begins: long work that started before it can end early. */
  readonly stopping: AbortSignal
  /** Stops everything and ends the process with `status`. Later calls do nothing. */
  readonly stop: (reason: string, status?: number) => Promise<void>
}

interface Entry {
  readonly name: string
  readonly stop: () => unknown
}

async function stopOne({ name, stop }: Entry, log: BaseLogger): Promise<boolean> {
  const begin = performance.now()
  try {
    await stop()
    log.debug({ name, milliseconds: Math.round(performance.now() - begin) }, `stopped ${name}`)
    return true
  } catch (err) {
    log.error({ err, name }, `could not stop ${name}`)
    return false
  }
}

/**
 * Ends this process while parts of it still work: an end in order would take down, below the
 * threads of an engine, what they work with, or wait for them. What is to happen at the end of the
 * process (`exit`) happens before.
 */
function endAtOnce(): void {
  process.on('exit', () => process.kill(process.pid, 'SIGKILL'))
  process.exit(1)
}

/**
 * Takes over how this process ends. SIGTERM and SIGINT stop everything registered, last first, and
 * end with status 0; with status 1 when something failed to stop. Where 5 s in all do not suffice,
 * and at a second signal, the process ends at once, by SIGKILL. An exception that nobody caught is
 * logged and stops everything with status 1.
 */
export function startLifecycle({ log, timeoutMs = stopTimeoutMs }: LifecycleOptions): Lifecycle {
  const stack: Entry[] = []
  const stopping = new AbortController()
  let firstSignalAt: number | undefined
  let current = ''

  async function stop(reason: string, status = 0): Promise<void> {
    if (stopping.signal.aborted) return
    stopping.abort()
    const begin = performance.now()
    log.info({ reason }, 'stopping')
    setTimeout(() => {
      log.error({ name: current, timeoutMs }, `gave up waiting for ${current} to stop`)
      endAtOnce()
    }, timeoutMs)
    let clean = true
    for (let entry = stack.pop(); entry; entry = stack.pop()) {
      current = entry.name
      clean = (await stopOne(entry, log)) && clean
    }
    log.info({ milliseconds: Math.round(performance.now() - begin) }, 'stopped')
    process.exit(clean ? status : 1)
  }

  function onSignal(signal: 'SIGINT' | 'SIGTERM'): void {
    firstSignalAt ??= performance.now()
    if (stopping.signal.aborted && performance.now() - firstSignalAt > sameSignalMs) {
      log.warn({ signal }, 'a second signal: ending at once')
      endAtOnce()
    }
    void stop(signal)
  }

  function onFailure(err: unknown, kind: string): void {
    log.fatal({ err }, `${kind}: a defect in the program`)
    void stop(kind, 1)
  }

  process.on('SIGINT', onSignal)
  process.on('SIGTERM', onSignal)
  process.on('uncaughtException', (error) => onFailure(error, 'uncaught exception'))
  process.on('unhandledRejection', (reason) => onFailure(reason, 'unhandled rejection'))
  return {
    onStop: (name, stopThis) => void stack.push({ name, stop: stopThis }),
    stopping: stopping.signal,
    stop,
  }
}
