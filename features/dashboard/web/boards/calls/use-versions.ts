import { useQuery, useQueryClient } from '@tanstack/react-query'
import {
  listVersions,
  readVersionOfBoard,
  restoreVersion,
} from '#features/pages/contract/history.ts'
import type { Board } from '#features/pages/contract/board.ts'
import { readDashboard } from '#features/pages/contract/dashboards.ts'
import { call } from '#kit/web/calls/call.ts'
import { queryOf, replyData } from '#kit/web/calls/query-of.ts'
import { useRefreshDashboards } from './use-dashboards.ts'

/** The stored versions of a dashboard, the newest first; null asks for none. */
export const useVersions = (id: string | null) =>
  useQuery({
    ...queryOf(listVersions, { params: { id: id ?? '' } }),
    select: replyData,
    enabled: id !== null,
    meta: { quiet: true },
  })

/**
 * A dashboard as it was saved once; null asks for none. Until it is here another version of it that
 * was shown before, or `instead`.
 */
export const useBoardVersion = (id: string | null, version: number | null, instead?: Board) =>
  useQuery({
    ...queryOf(readVersionOfBoard, { params: { id: id ?? '', version: version ?? 1 } }),
    select: replyData,
    enabled: id !== null && version !== null,
    placeholderData: (before) =>
      before?.data.id === id ? before : instead?.id === id ? { data: instead } : undefined,
    meta: { quiet: true },
  })

/** Makes an earlier version the present one, unless another than `present` is that by now. */
export function useRestoreVersion(id: string) {
  const client = useQueryClient()
  const refresh = useRefreshDashboards()
  const { queryKey } = queryOf(readDashboard, { params: { id } })
  return (body: { readonly version: number; readonly present: number }) =>
    call(restoreVersion, { params: { id }, body })
      .then((reply) => client.setQueryData(queryKey, reply))
      .finally(() => void refresh())
}
