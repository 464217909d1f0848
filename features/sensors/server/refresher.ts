/** What is to be read again: some devices, or everything. */
type Pending = Set<number> | 'all'

const retryMs = 500

export interface Refresher {
  /** Resolves when a read that began after this call has been applied; rejects when that read fails (it is then tried again). */
  refresh(deviceIds: readonly number[] | 'all'): Promise<void>
  /** The same without an answer. */
  request(deviceIds: readonly number[] | 'all'): void
  close(): Promise<void>
}

/**
 * Runs reads one after another and gathers what is asked for meanwhile into the next one, so that an older answer never
 * overwrites a newer one. A failed read is reported and tried again until it succeeds.
 */
export function createRefresher(
  read: (deviceIds: readonly number[] | 'all') => Promise<void>,
  report: (error: unknown) => void,
): Refresher {
  let pending: Pending = new Set()
  let next: Promise<void> | null = null
  let running: Promise<void> = Promise.resolve()
  let retryTimer: NodeJS.Timeout | undefined
  let closed = false

  function add(deviceIds: readonly number[] | 'all'): void {
    if (deviceIds === 'all' || pending === 'all') pending = 'all'
    else for (const deviceId of deviceIds) pending.add(deviceId)
  }

  async function run(): Promise<void> {
    const wanted = pending === 'all' ? 'all' : [...pending]
    pending = new Set()
    next = null
    try {
      await read(wanted)
    } catch (error) {
      add(wanted)
      clearTimeout(retryTimer)
      if (!closed) retryTimer = setTimeout(() => request([]), retryMs)
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

  function request(deviceIds: readonly number[] | 'all'): void {
    // The failure was reported already by the read itself.
    if (!closed) refresh(deviceIds).catch(() => undefined)
  }

  return {
    refresh,
    request,
    async close() {
      closed = true
      clearTimeout(retryTimer)
      await running
    },
  }
}
