import { useEffect } from 'react'
import { liveHub } from '#kit/web/live/index.ts'
import { useRefreshDashboards } from './use-dashboards.ts'

/** Fetches dashboards anew that were saved, deleted or shared elsewhere. */
export function useBoardUpdates(): void {
  const refresh = useRefreshDashboards()
  useEffect(() => {
    const versions = new Map<string, number | null>()
    return liveHub.watchBoards((update) => {
      // Who edits it changes nothing of what it says.
      const isOther = update === 'reload' || versions.get(update.id) !== update.boardVersion
      if (update !== 'reload') versions.set(update.id, update.boardVersion)
      if (isOther) void refresh()
    })
  }, [refresh])
}
