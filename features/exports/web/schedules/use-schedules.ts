import { useQuery, useQueryClient } from '@tanstack/react-query'
import { invalidate, queryOf, replyData } from '#kit/web/calls/query-of.ts'
import { call } from '#kit/web/calls/call.ts'
import { useMutation } from '#kit/web/calls/use-mutation.ts'
import { listExports } from '../../contract/routes.ts'
import {
  addSchedule,
  changeSchedule,
  listSchedules,
  pauseSchedule,
  removeSchedule,
  sendSchedule,
} from '../../contract/schedule/routes.ts'
import type { ExportSchedule, ScheduleRequest } from '../../contract/schedule/schedule.ts'
import type { OpenForm } from './schedule-draft.ts'

const askEveryMs = 2_000
const askSeldomMs = 30_000

/** Whether something of its last run is still under way. */
function isInProgress({ lastRun }: ExportSchedule): boolean {
  if (lastRun === null) return false
  const isOpen = ({ state }: { readonly state: string }) =>
    state === 'waiting' || state === 'sending'
  return lastRun.state === 'making' || lastRun.deliveries.some(isOpen)
}

/** The schedules of the person; what is under way is followed. */
export function useSchedules() {
  return useQuery({
    ...queryOf(listSchedules, {}),
    select: replyData,
    refetchInterval: ({ state: { data } }) =>
      data?.data.schedules.some(isInProgress) ? askEveryMs : askSeldomMs,
    meta: { quiet: true },
  })
}

/** Adds a schedule or changes one; who calls it shows what is refused. */
export function useSaveSchedule() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({
      base,
      request,
    }: {
      readonly base: OpenForm['base']
      readonly request: ScheduleRequest
    }) =>
      base === null
        ? call(addSchedule, { body: request })
        : call(changeSchedule, {
            params: { id: base.id },
            body: { ...request, version: base.version },
          }),
    onSettled: () => invalidate(client, listSchedules),
    meta: { quiet: true },
  })
}

export type ScheduleAction = 'pause' | 'resume' | 'send' | 'remove'

/** Does something with a schedule. */
export function useScheduleAction(id: number) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (act: ScheduleAction) => {
      const params = { id }
      if (act === 'send') return call(sendSchedule, { params })
      if (act === 'remove') return call(removeSchedule, { params })
      return call(pauseSchedule, { params, body: { isPaused: act === 'pause' } })
    },
    onSettled: () =>
      Promise.all([invalidate(client, listSchedules), invalidate(client, listExports)]),
  })
}
