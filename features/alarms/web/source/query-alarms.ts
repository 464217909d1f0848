import { queryOptions } from '@tanstack/react-query'
import { queryOf } from '#kit/web/calls/query-of.ts'
import { activeAlarms, alarmDetail, shelvedAlarms } from '../../contract/routes.ts'

/** Fetched again when the server says that alarms changed; whoever shows them shows failures. */
const changesByMessage = { staleTime: Infinity, meta: { quiet: true } } as const

/** Alarms that somebody has to see, of all devices that are open to the person. */
export const activeQuery = queryOptions({ ...queryOf(activeAlarms, {}), ...changesByMessage })

/** What shows no alarms for a while. */
export const shelvedQuery = queryOptions({
  ...queryOf(shelvedAlarms, {}),
  ...changesByMessage,
  staleTime: 0,
})

/** One alarm with all that happened to it. */
export const detailQuery = (id: number) =>
  queryOptions({
    ...queryOf(alarmDetail, { params: { id } }),
    ...changesByMessage,
    staleTime: 0,
    retry: false,
  })
