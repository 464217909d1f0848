import { useEffect } from 'react'
import { hub } from './browser-hub.ts'

/**
 * Calls back when a page or a dashboard was saved, deleted or shared, here or elsewhere. Who edits
 * one changes nothing of what it says. The function should stay the same between renders.
 */
export function useBoardChanges(onChange: () => unknown): void {
  useEffect(() => {
    const versions = new Map<string, number | null>()
    return hub.watchBoards((update) => {
      const isOther = update === 'reload' || versions.get(update.id) !== update.boardVersion
      if (update !== 'reload') versions.set(update.id, update.boardVersion)
      if (isOther) onChange()
    })
  }, [onChange])
}
