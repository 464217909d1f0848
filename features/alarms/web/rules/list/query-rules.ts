import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { queryOf } from '#kit/web/calls/query-of.ts'
import { listAlarmRules, listOwnLimits } from '../../../contract/rule-routes.ts'
import type { RulesAddress } from '../rules-address.ts'

const shown = { placeholderData: keepPreviousData, staleTime: 0, meta: { quiet: true } } as const

/** One page of the rules, by name. The screen shows failures. */
export function rulesQuery({ search, kind, priority, enabled, page, limit }: RulesAddress) {
  return queryOptions({
    ...queryOf(listAlarmRules, {
      query: {
        ...{ page, limit },
        ...(search !== '' && { search }),
        ...(kind !== null && { kind }),
        ...(priority !== null && { priority }),
        ...(enabled !== null && { enabled }),
      },
    }),
    ...shown,
  })
}

/** One page of the limits that are rules by themselves, by device and sensor. */
export function ownLimitsQuery({ search, page, limit }: RulesAddress) {
  const query = { page, limit, ...(search !== '' && { search }) }
  return queryOptions({ ...queryOf(listOwnLimits, { query }), ...shown })
}
