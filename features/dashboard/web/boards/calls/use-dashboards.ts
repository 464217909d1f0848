import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { Board } from '#features/pages/contract/board.ts'
import {
  chooseDashboard,
  copyDashboard,
  listDashboards,
  markTemplate,
  readDashboard,
  storeDashboard,
  updateDashboard,
} from '#features/pages/contract/dashboards.ts'
import { listBin, takeBackBoard } from '#features/pages/contract/history.ts'
import type { Widget } from '#features/pages/contract/page.ts'
import { announcePresence } from '#features/pages/contract/sharing.ts'
import { call } from '#kit/web/calls/call.ts'
import { queryOf, replyData } from '#kit/web/calls/query-of.ts'
import { useMutation } from '#kit/web/calls/use-mutation.ts'
import { outdateDashboards } from './outdate-dashboards.ts'

/** The dashboards that are open to the person, and the one that opens by itself. */
export const useDashboards = () =>
  useQuery({ ...queryOf(listDashboards, {}), select: replyData, meta: { quiet: true } })

/** One dashboard; null asks for none. */
export const useDashboard = (id: string | null) =>
  useQuery({
    ...queryOf(readDashboard, { params: { id: id ?? '' } }),
    select: replyData,
    enabled: id !== null,
    meta: { quiet: true },
  })

/** Marks the lists and what was read of dashboards as outdated. */
export function useRefreshDashboards(): () => Promise<void> {
  const client = useQueryClient()
  return useCallback(() => outdateDashboards(client), [client])
}

interface Saving {
  /** Null: it is not stored yet. */
  readonly id: string | null
  readonly version: number
  readonly name: string
  readonly widgets: readonly Widget[]
}

interface Saved {
  readonly board: Board
  readonly isMerged: boolean
}

async function save({ id, version, name, widgets }: Saving): Promise<Saved> {
  const content = { name, widgets: [...widgets] }
  if (id === null) {
    const { data } = await call(storeDashboard, { body: content })
    await chooseMade(data)
    return { board: data, isMerged: false }
  }
  const { data } = await call(updateDashboard, { params: { id }, body: { version, ...content } })
  if (data.board === null) throw new Error('a saved dashboard is in the bin')
  return { board: data.board, isMerged: data.isMerged }
}

/** Saves what somebody edited; what fails is shown by whoever asked for it. */
export function useSaveDashboard() {
  const refresh = useRefreshDashboards()
  return useMutation({
    mutationFn: save,
    onSuccess: refresh,
    meta: { quiet: true },
  })
}

/** Changes of a dashboard as a whole; the lists follow. */
export function useDashboardChange<Variables, Data>(
  change: (variables: Variables) => Promise<Data>,
) {
  const refresh = useRefreshDashboards()
  return useMutation<Data, Variables>({ mutationFn: change, onSuccess: refresh })
}

export const choose = (id: string | null) => call(chooseDashboard, { body: { id } })

/** It is stored all the same where that fails: whoever shows it chooses it once more. */
const chooseMade = ({ id }: Board) => choose(id).catch(() => {})

export const copy = async ({ id, name }: { readonly id: string; readonly name: string }) => {
  const { data } = await call(copyDashboard, { params: { id }, body: { name } })
  await chooseMade(data)
  return data
}

export const remove = ({ id, version }: Pick<Board, 'id' | 'version'>) =>
  call(updateDashboard, { params: { id }, body: { version, deleted: true } })

export const setTemplate = ({ id, isTemplate }: Pick<Board, 'id' | 'isTemplate'>) =>
  call(markTemplate, { params: { id }, body: { isTemplate } })

/** Takes a dashboard out of the bin. */
export function useTakeBack() {
  const refresh = useRefreshDashboards()
  return (id: string) => call(takeBackBoard, { params: { id } }).finally(() => void refresh())
}

/** Says whether this tab edits a dashboard; resolves with the names of the others who do. */
export const announceEditing = async (id: string, tab: string, isEditing: boolean) =>
  (await call(announcePresence, { params: { id }, body: { tab, isEditing } }, { keepalive: true }))
    .data.editors

/** Dashboards that were deleted lately. */
export const useBin = () =>
  useQuery({
    ...queryOf(listBin, { query: { kind: 'dashboard' } }),
    select: replyData,
    staleTime: 0,
    meta: { quiet: true },
  })
