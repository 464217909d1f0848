import { useNavigate, useSearch } from '@tanstack/react-router'
import { useQueryClient } from '@tanstack/react-query'
import type { Board } from '#features/pages/contract/board.ts'
import { readDashboard } from '#features/pages/contract/dashboards.ts'
import { queryOf } from '#kit/web/calls/query-of.ts'
import { useBoardChanges } from '#kit/web/live/index.ts'
import { usePastMoment } from '#kit/web/past/past-room.tsx'
import { dashboardOf, filtersOf, isFiltering, pageOf } from '../filter/filters.ts'
import { useBoardAt } from './calls/use-board-at.ts'
import {
  choose,
  useDashboardChange,
  useDashboards,
  useRefreshDashboards,
} from './calls/use-dashboards.ts'

/**
 * Which dashboard is shown: the one that the address names, else the one that the person chose
 * last. What filters sensors shows the automatic arrangement. `isOpen` while it is not known yet.
 */
export function useShownBoard() {
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false })
  const navigate = useNavigate()
  const client = useQueryClient()
  const list = useDashboards()
  useBoardChanges(useRefreshDashboards())
  const { mutate } = useDashboardChange(choose)
  const isAutomatic = isFiltering(filtersOf(search)) || pageOf(search) > 1
  const named = dashboardOf(search)
  const id = named ?? (isAutomatic ? null : (list.data?.chosen ?? null))
  const [at] = usePastMoment()
  const board = useBoardAt(id, at)
  const show = (next: string | null) => {
    mutate(next)
    void navigate({ to: '.', search: next === null ? {} : { dashboard: next }, replace: true })
  }
  const hold = (saved: Board) =>
    client.setQueryData(queryOf(readDashboard, { params: { id: saved.id } }).queryKey, {
      data: saved,
    })
  const isOpen = named === null && !isAutomatic && list.isPending
  return { id, isOpen, isPast: at !== null, list, board, show, hold }
}
