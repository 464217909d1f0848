import { queryOptions } from '@tanstack/react-query'
import { handover } from '../../contract/handover.ts'
import { queryInTime } from '../source/query-alarms.ts'

/** Of the shift of an instant, ms UTC; null: the last one that is over. */
export const handoverQuery = (at: number | null) =>
  queryOptions({
    ...queryInTime(handover, { query: at === null ? {} : { at } }),
    // What a shift hands over grows while it goes on, and people write notes of it.
    ...{ staleTime: 0, refetchInterval: 30_000, meta: { quiet: true } },
  })
