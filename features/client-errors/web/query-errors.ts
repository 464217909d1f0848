import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { queryOf, replyData } from '#kit/web/calls/query-of.ts'
import { countClientErrors, listClientErrors } from '../contract/routes.ts'

const aMinuteMs = 60_000

interface ErrorsQuery {
  readonly search: string
  readonly page: number
  readonly limit: number
}

/** A page of the errors; the page before stays on screen meanwhile. */
export const errorsQuery = ({ search, ...page }: ErrorsQuery) =>
  queryOptions({
    ...queryOf(listClientErrors, { query: { ...page, ...(search === '' ? {} : { search }) } }),
    placeholderData: keepPreviousData,
    refetchInterval: aMinuteMs,
    meta: { quiet: true },
  })

/** How many different errors pages met in the last 24 hours. */
export const errorCountQuery = queryOptions({
  ...queryOf(countClientErrors, {}),
  select: replyData,
  staleTime: aMinuteMs,
  refetchInterval: 5 * aMinuteMs,
  meta: { quiet: true },
})
