import { reloadMs } from './watchdog.ts'

/** What following the server's build needs of the page and the browser around it. */
export interface BuiltPage {
  /** Calls back when the connection is there again that was lost; returns what ends that. */
  onReconnect(callback: () => void): () => void
  /** Calls back when code of the application could not be fetched; returns what ends that. */
  onMissingCode(callback: () => void): () => void
  /** Whether the server has another build than this page; false where it does not answer. */
  isOutdated(): Promise<boolean>
  /** A page that fills the screen by itself does not any more once it is loaded again. */
  isFullScreen(): boolean
  /** Ms since the page was last loaded by this; Infinity for never. */
  sinceReload(): number
  reload(): void
}

/**
 * Reloads a page that nobody operates when the server comes back with another build: code
 * that this page has not fetched yet is gone with the old one. One that fills the screen stays as
 * it is until it misses something. Returns what ends it.
 */
export function followBuild(page: BuiltPage): () => void {
  let isEnded = false
  const check = async (isBroken: boolean) => {
    if (!isBroken && page.isFullScreen()) return
    // What is between may answer with an old page again and again.
    if (page.sinceReload() < reloadMs) return
    if ((await page.isOutdated()) && !isEnded) page.reload()
  }
  const stops = [
    page.onReconnect(() => void check(false)),
    page.onMissingCode(() => void check(true)),
  ]
  return () => {
    isEnded = true
    for (const stop of stops) stop()
  }
}
