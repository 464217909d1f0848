import { useEffect, useRef } from 'react'
import { hub } from './browser-hub.ts'
import type { Followed } from './topic.ts'

/**
 * Calls back when a page or a dashboard was saved, deleted or shared, here or elsewhere. Who edits
 * one changes nothing of what it says. What happened while the screen was hidden counts, too. The
 * function should stay the same between renders.
 */
export function useBoardChanges(onChange: () => unknown): void {
  const followed = useRef<Followed>({})
  useEffect(
    () =>
      hub.watchBoards((update) => {
        if (update === 'reload' || !update.isOnlyEditors) onChange()
      }, followed.current),
    [onChange],
  )
}
