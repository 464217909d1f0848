import { useEffect, useState } from 'react'
import { randomUuid } from '../browser/random-uuid.ts'
import { hub } from './browser-hub.ts'

/** A page that is loaded again goes on as the same tab, and does not count twice for a while. */
const tabKey = (id: string) => `warroom-editing ${id}`

/** The server counts a tab for 75 s; of one that is hidden the browser makes a minute of it. */
const repeatMs = 15_000

/**
 * Says whether a tab edits a board; resolves with the names of the others who do, and the own one
 * where another tab of the person does.
 */
type Announce = (id: string, tab: string, isEditing: boolean) => Promise<readonly string[]>

/**
 * Says while it is shown that this tab edits a page or dashboard (null: one not stored yet), and
 * gives the names of the others who do, and the own one where another tab does. `announce` is the
 * same function each time.
 */
export function usePresence(id: string | null, announce: Announce): readonly string[] {
  const [editors, setEditors] = useState<readonly string[]>([])
  useEffect(() => {
    if (id === null) return undefined
    const tab = enterAs(id)
    let isShown = true
    const say = (isEditing: boolean) =>
      void announce(id, tab, isEditing).then(
        (names) => isShown && setEditors(names),
        // The next one comes soon; nobody waits for it.
        () => undefined,
      )
    say(true)
    const timer = setInterval(() => say(true), repeatMs)
    // Who closes the tab is gone at once, not after the time of the server.
    const leave = () => say(false)
    window.addEventListener('pagehide', leave)
    // Who else does may be a minute old by then.
    const showAgain = () => document.visibilityState === 'visible' && say(true)
    document.addEventListener('visibilitychange', showAgain)
    const stop = hub.watchBoards((update) => {
      if (update !== 'reload' && update.id === id) setEditors(update.editors)
    })
    return () => {
      isShown = false
      clearInterval(timer)
      stop()
      window.removeEventListener('pagehide', leave)
      document.removeEventListener('visibilitychange', showAgain)
      leaveAs(id)
      say(false)
    }
  }, [id, announce])
  return editors
}

/** What this tab is called while it edits. */
function enterAs(id: string): string {
  const fresh = randomUuid()
  try {
    const stored = sessionStorage.getItem(tabKey(id)) ?? fresh
    sessionStorage.setItem(tabKey(id), stored)
    return stored
  } catch {
    return fresh
  }
}

function leaveAs(id: string): void {
  try {
    sessionStorage.removeItem(tabKey(id))
  } catch {
    // Nothing was stored.
  }
}
