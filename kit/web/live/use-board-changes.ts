import { useEffect } from 'react'
import { hub } from './browser-hub.ts'

/**
 * Calls back when a page or a dashboard was saved, deleted or shared, here or elsewhere. Who edits
 * one changes nothing of what it says. The function should stay the same between renders.
 */
export function useBoardChanges(onChange: () => unknown): void {
  useEffect(() => {
    return hub.watchBoards((update) => {
      if (update === 'reload' || !update.isOnlyEditors) onChange()
    })
  }, [onChange])
}
