import { queryOptions } from '@tanstack/react-query'
import { queryOf } from '#kit/web/calls/query-of.ts'
import { handover } from '../../contract/handover.ts'

/** Of the shift of an instant, ms UTC; null: the last one that is over. */
export const handoverQuery = (at: number | null) =>
  queryOptions({
    ...queryOf(handover, { query: at === null ? {} : { at } }),
    // What a shift hands over grows while it goes on, and people write notes of it.
    ...{ staleTime: 0, refetchInterval: 30_000, meta: { quiet: true } },
  })
