import { useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'
import { listThings, type Thing } from '#features/ingest/contract/things.ts'
import { queryOf } from '#kit/web/calls/query-of.ts'
import type { ThingsAddress } from './things-address.ts'

const perPage = 100
const askEveryMs = 3_000

/**
 * The devices that are looked for, refreshed all the time as far as they are in view: `first` to
 * `last`, from 0. Undefined where they are on their way.
 */
export function useThings(
  { find, state }: Pick<ThingsAddress, 'find' | 'state'>,
  first: number,
  last: number,
) {
  const [from, to] = [Math.floor(first / perPage), Math.floor(last / perPage)]
  const numbers = Array.from({ length: to - from + 1 }, (_, index) => from + index + 1)
  const pages = useQueries({
    queries: numbers.map((page) => ({
      ...queryOf(listThings, {
        query: {
          ...{ page, limit: perPage },
          ...(find === '' ? {} : { find }),
          ...(state === null ? {} : { state }),
        },
      }),
      refetchInterval: askEveryMs,
      meta: { quiet: true },
    })),
  })
  const meta = pages.find(({ data }) => data)?.data?.meta
  const rows = useMemo(() => {
    const found = new Map<number, Thing>()
    for (const [index, { data }] of pages.entries())
      for (const [place, thing] of (data?.data ?? []).entries())
        found.set((from + index) * perPage + place, thing)
    return found
  }, [pages, from])
  const failed = pages.find(({ error, data }) => error !== null && data === undefined)
  return { rows, meta, failed }
}
