import { useQuery } from '@tanstack/react-query'
import { listVersions, readVersionOfBoard } from '#features/pages/contract/history.ts'
import { versionAt } from '#features/pages/contract/version-at.ts'
import { queryOf, replyData } from '#kit/web/calls/query-of.ts'
import { useDashboard } from './use-dashboards.ts'

/** A dashboard as it was saved at a moment (ms UTC); null: as it is now. */
export function useBoardAt(id: string | null, at: number | null) {
  const params = { id: id ?? '' }
  const present = useDashboard(id)
  const versions = useQuery({
    ...queryOf(listVersions, { params }),
    select: replyData,
    enabled: id !== null && at !== null,
    meta: { quiet: true },
  })
  const version = at === null ? null : versionAt(versions.data ?? [], at)
  const isOther = version !== null && version !== present.data?.version
  const then = useQuery({
    ...queryOf(readVersionOfBoard, { params: { ...params, version: version ?? 1 } }),
    select: replyData,
    enabled: isOther,
    placeholderData: (before) => before,
    meta: { quiet: true },
  })
  return isOther ? then : present
}
