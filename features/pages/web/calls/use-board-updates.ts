import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { invalidate } from '#kit/web/calls/query-of.ts'
import { liveHub } from '#kit/web/live/index.ts'
import { listVersions } from '../../contract/history.ts'
import { listPages, readPage } from '../../contract/routes.ts'

/** Fetches pages anew that were saved, deleted or shared elsewhere, or whose sensors changed. */
export function useBoardUpdates(): void {
  const client = useQueryClient()
  useEffect(() => {
    const versions = new Map<string, number | null>()
    const outdate = () => void invalidate(client, readPage, listPages, listVersions)
    const stops = [
      liveHub.watchCatalogue(outdate),
      liveHub.watchBoards((update) => {
        if (update === 'reload') return outdate()
        // Who edits it changes nothing of what it says.
        if (versions.get(update.id) !== update.boardVersion) outdate()
        versions.set(update.id, update.boardVersion)
      }),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [client])
}
