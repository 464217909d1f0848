import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { day, instantOfText } from '#kit/model/time/zone.ts'
import { alarmHistory } from '../../../contract/routes.ts'
import { queryInTime } from '../../source/query-alarms.ts'
import type { ListAddress } from '../list-address.ts'

const lengths = { day, week: 7 * day, month: 30 * day } as const
/** The end of a period that goes on is asked for in whole minutes, so that answers are shared. */
const minute = 60_000

/** The instants of the chosen period at `now`, ms UTC; `to` exclusive. */
export function periodOf(
  { period, from, to }: Pick<ListAddress, 'period' | 'from' | 'to'>,
  zone: string,
  now: number,
): { readonly from: number; readonly to: number } {
  const end = (Math.floor(now / minute) + 1) * minute
  if (period !== 'custom') return { from: end - lengths[period], to: end }
  const last = instantOfText(to, zone) ?? end
  const first = instantOfText(from, zone) ?? last - day
  return { from: first, to: Math.max(last, first + minute) }
}

/** One page of the alarms that came within the period, the newest first. */
export function historyQuery(address: ListAddress, zone: string, now: number) {
  const { priority, device, was, page, limit } = address
  return queryOptions({
    ...queryInTime(alarmHistory, {
      query: {
        ...periodOf(address, zone, now),
        ...(priority === null ? {} : { priority }),
        ...(device === null ? {} : { thing: device }),
        ...(was === null ? {} : { state: was }),
        ...{ page, limit },
      },
    }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    meta: { quiet: true },
  })
}
