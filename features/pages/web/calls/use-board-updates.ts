import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { invalidate } from '#kit/web/calls/query-of.ts'
import { useBoardChanges, useCatalogueChanges } from '#kit/web/live/index.ts'
import { listVersions } from '../../contract/history.ts'
import { listPages, readPage } from '../../contract/routes.ts'
import { outdateListed } from './outdate-listed.ts'

/** Fetches pages again that were saved, deleted or shared elsewhere, or whose sensors changed. */
export function useBoardUpdates(): void {
  const client = useQueryClient()
  const outdate = useCallback(
    () => void invalidate(client, readPage, listPages, listVersions),
    [client],
  )
  useBoardChanges(outdate)
  useCatalogueChanges(outdate)
}

/** The same for who looks at pages: what the list does not have any more is not asked for. */
export function useListedBoardUpdates(): void {
  const client = useQueryClient()
  const outdate = useCallback(() => void outdateListed(client), [client])
  useBoardChanges(outdate)
  useCatalogueChanges(outdate)
}
