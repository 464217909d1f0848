import { useCallback } from 'react'
import { useSearch } from '@tanstack/react-router'
import { useQueryClient } from '@tanstack/react-query'
import type { Board, BoardSensor } from '#features/pages/contract/board.ts'
import { readDashboard } from '#features/pages/contract/dashboards.ts'
import { putAnswer, queryOf } from '#kit/web/calls/query-of.ts'
import { useBoardChanges, useCatalogueChanges, type CatalogueUpdate } from '#kit/web/live/index.ts'
import { usePastMoment } from '#kit/web/past/past-room.tsx'
import { useNavigateHere } from '#kit/web/screens/navigate-here.ts'
import { dashboardOf, filtersOf, isFiltering, pageOf, versionOf } from '../filter/filters.ts'
import { outdateShown } from './calls/outdate-dashboards.ts'
import { useWantedBoard } from './calls/use-wanted-board.ts'
import { affects } from './content/affects.ts'
import {
  choose,
  useDashboardChange,
  useDashboards,
  useRefreshDashboards,
} from './calls/use-dashboards.ts'

/**
 * Which dashboard is shown: the one that the address names, else the one that the person chose
 * last. What filters sensors shows the automatic arrangement. `version`: an earlier one of it that
 * the address names. `isOpen` while it is not known yet. `edited`: the one that is being edited
 * (null: none that is stored), whatever the person chooses elsewhere meanwhile.
 */
export function useShownBoard(edited: string | null) {
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false })
  const navigate = useNavigateHere()
  const client = useQueryClient()
  const list = useDashboards()
  useBoardChanges(useRefreshDashboards())
  const { mutate } = useDashboardChange(choose)
  const isAutomatic = isFiltering(filtersOf(search)) || pageOf(search) > 1
  const [at] = usePastMoment()
  const held = at === null ? edited : null
  const named = held ?? dashboardOf(search)
  const id = named ?? (isAutomatic ? null : (list.data?.chosen ?? null))
  // A moment of the past has the layout of then.
  const version = at === null && held === null ? versionOf(search) : null
  const board = useWantedBoard({ id, at, version })
  useSensorChanges(board.data?.sensors ?? none)
  const show = (next: string | null) => {
    mutate(next)
    void navigate({ to: '.', search: next === null ? {} : { dashboard: next }, replace: true })
  }
  /** As it was saved once; absent: as it is. */
  const view = (dashboard: string, earlier?: number) =>
    void navigate({ to: '.', search: { dashboard, version: earlier }, replace: true })
  /** One after another on a wall: the choice of the person stays what it is. */
  const turnTo = useCallback(
    (next: string | null) =>
      void navigate({
        to: '.',
        search: ({ at, wall }: { readonly at?: string; readonly wall?: string }) => ({
          ...{ at, wall, dashboard: next ?? undefined },
        }),
        replace: true,
      }),
    [navigate],
  )
  const hold = (saved: Board) =>
    putAnswer(client, queryOf(readDashboard, { params: { id: saved.id } }), { data: saved })
  const isOpen = named === null && !isAutomatic && list.isPending
  return { id, version, isOpen, isPast: at !== null, list, board, show, view, turnTo, hold }
}

/** Fetches dashboards again when something of the sensors that the shown one names has changed. */
function useSensorChanges(named: readonly BoardSensor[]): void {
  const client = useQueryClient()
  useCatalogueChanges(
    useCallback(
      (update: CatalogueUpdate) => {
        if (affects(update, named)) void outdateShown(client)
      },
      [client, named],
    ),
  )
}

const none: readonly BoardSensor[] = []
