/** How often a wall page looks after itself. */
export const checkMs = 5_000
/** A page that is shown and was not painted for so long is stuck. */
export const paintMs = 30_000
/** So is one to which the server, which answers others, has reported nothing for so long. */
export const silenceMs = 90_000
/** Once the server answers again, a page has so long to get its first message. */
export const stableMs = 20_000
/** A page that is stuck again and again is not loaded more often than this. */
export const reloadMs = 300_000

/** The page and the browser around it. */
export interface WatchedPage {
  /** A monotonic clock, ms. */
  now(): number
  /** Calls back every `ms` until the returned function is called. */
  every(ms: number, callback: () => void): () => void
  /** Calls back before the next paint; never while the page is hidden or stuck. */
  nextFrame(callback: () => void): void
  isVisible(): boolean
  /** The server's time of its last message; undefined before the first. */
  lastMessageAt(): number | undefined
  /** Whether the server answers; a page loaded while it does not would stay empty. */
  serverAnswers(): Promise<boolean>
  /** Ms since the page was last loaded by this; Infinity for never. */
  sinceReload(): number
  reload(): void
}

/**
 * Loads a wall page again whose frames have stopped: nothing was painted, or nothing arrived, for
 * long. Nobody operates a wall by keys. Returns what ends it.
 */
export function startWatchdog(page: WatchedPage): () => void {
  let painted = page.now()
  let received = { message: page.lastMessageAt(), at: page.now() }
  let checked = page.now()
  /** Since when the server has answered a page that receives nothing; null: it was away. */
  let answersSince: number | null = null
  let isAsking = false
  let isEnded = false

  const begin = (now: number) => {
    painted = now
    received = { message: page.lastMessageAt(), at: now }
  }
  const check = async () => {
    const now = page.now()
    // A machine that slept, and a page that was hidden, had no frames to paint.
    const isLate = now - checked > 3 * checkMs
    checked = now
    if (isLate || !page.isVisible()) return begin(now)
    page.nextFrame(() => (painted = page.now()))
    const message = page.lastMessageAt()
    if (message !== received.message) received = { message, at: now }
    const isUnpainted = now - painted > paintMs
    const isSilent = now - received.at > silenceMs
    if (!isSilent) answersSince = null
    if (!(isUnpainted || isSilent) || isAsking || page.sinceReload() < reloadMs) return
    isAsking = true
    const isThere = await page.serverAnswers()
    isAsking = false
    answersSince = isThere ? (answersSince ?? now) : null
    // A page whose server was away connects by itself: loaded again it would lose the full screen.
    const isStable = answersSince !== null && now - answersSince >= stableMs
    if (isThere && !isEnded && (isUnpainted || isStable)) page.reload()
  }
  const stop = page.every(checkMs, () => void check())
  return () => {
    isEnded = true
    stop()
  }
}
