import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { queryOf } from '#kit/web/calls/query-of.ts'
import { listUsers } from '#features/accounts/contract/users.ts'
import type { UsersAddress } from './users-address.ts'

/** One page of accounts; the page before stays on screen meanwhile. The screen shows failures. */
export const usersQuery = ({ search, role, status, sort, order, page, limit }: UsersAddress) =>
  queryOptions({
    ...queryOf(listUsers, {
      query: {
        sort,
        order,
        page,
        limit,
        ...(search === '' ? {} : { search }),
        ...(role === null ? {} : { role }),
        ...(status === null ? {} : { disabled: status === 'disabled' ? 'true' : 'false' }),
      },
    }),
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  })
