import { queryOptions } from '@tanstack/react-query'
import { listProducts } from '#features/accounts/contract/roles.ts'
import { call } from '#kit/web/calls/call.ts'

/**
 * Products that have articles of their own, each with a menu entry. Without them the menu is short
 * of those entries, no more.
 */
export const productsQuery = queryOptions({
  queryKey: ['products'],
  queryFn: async ({ signal }) => (await call(listProducts, {}, { signal })).data,
  staleTime: 300_000,
  meta: { quiet: true },
})
