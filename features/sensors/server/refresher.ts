/** What is to be read again: some devices, or everything. */
type Pending = Set<number> | 'all'

const retryMs = 500
/** Of more devices than this everything is read again, however many are named. */
const maximumPending = 10_000
/** Requests of this time are answered by one read. */
const gatherMs = 100

export interface Refresher {
  /**
   * Resolves when a read that began after this call has been applied; rejects when that read fails
   * (it is then retried).
   */
  refresh(deviceIds: readonly number[] | 'all'): Promise<void>
  /** The same a little later, without an answer. */
  request(deviceIds: readonly number[] | 'all'): void
  /** Runs `work` while no read runs, so that none brings back what was before it. */
  exclusive<Result>(work: () => Promise<Result>): Promise<Result>
  close(): Promise<void>
}

/**
 * Runs reads one after another and gathers what is asked for meanwhile into the next one, so that
 * an older answer never overwrites a newer one. A failed read is reported and retried until it
 * succeeds.
 */
export function createRefresher(
  read: (deviceIds: readonly number[] | 'all') => Promise<void>,
  report: (error: unknown) => void,
): Refresher {
  let pending: Pending = new Set()
  let next: Promise<void> | null = null
  let running: Promise<unknown> = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  let closed = false

  function add(deviceIds: readonly number[] | 'all'): void {
    if (deviceIds === 'all' || pending === 'all') pending = 'all'
    else for (const deviceId of deviceIds) pending.add(deviceId)
    if (pending !== 'all' && pending.size > maximumPending) pending = 'all'
  }

  function runIn(delayMs: number): void {
    if (closed || timer) return
    timer = setTimeout(() => {
      timer = undefined
      // The failure was reported already by the read itself.
      refresh([]).catch(() => undefined)
    }, delayMs)
  }

  async function run(): Promise<void> {
    const wanted = pending === 'all' ? 'all' : [...pending]
    pending = new Set()
    next = null
    if (wanted.length === 0) return
    try {
      await read(wanted)
    } catch (error) {
      add(wanted)
      runIn(retryMs)
      throw error
    }
  }

  function refresh(deviceIds: readonly number[] | 'all'): Promise<void> {
    add(deviceIds)
    if (next) return next
    next = running.then(run)
    running = next.catch(report)
    return next
  }

  return {
    refresh,
    request(deviceIds) {
      add(deviceIds)
      runIn(gatherMs)
    },
    exclusive(work) {
      const result = running.then(work)
      running = result.catch(() => undefined)
      return result
    },
    async close() {
      closed = true
      clearTimeout(timer)
      await running
    },
  }
}
