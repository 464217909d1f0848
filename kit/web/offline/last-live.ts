/** When live values were shown last, for the page that is there while the server is away. */
export interface LastLive {
  /** Of the server's clock, ms UTC. */
  readonly time: number
  /** What that clock was ahead of this computer's, ms. */
  readonly aheadMs: number
  /** The zone of the site. */
  readonly zone: string
}

const key = 'warroom-last-live'

/** Null: none were shown since the last sign-in, or the browser stores nothing. */
export function readLastLive(): LastLive | null {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
    return isLastLive(stored) ? stored : null
  } catch {
    return null
  }
}

function isLastLive(value: unknown): value is LastLive {
  if (typeof value !== 'object' || value === null) return false
  const { time, aheadMs, zone } = value as Partial<Record<keyof LastLive, unknown>>
  return Number.isFinite(time) && Number.isFinite(aheadMs) && typeof zone === 'string'
}

export function storeLastLive(last: LastLive): void {
  try {
    localStorage.setItem(key, JSON.stringify(last))
  } catch {
    // The page says then that it does not have the time.
  }
}

export function removeLastLive(): void {
  try {
    localStorage.removeItem(key)
  } catch {
    // Nothing was stored.
  }
}
