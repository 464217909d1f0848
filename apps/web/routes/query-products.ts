import { queryOptions } from '@tanstack/react-query'
import { listProducts } from '#features/accounts/contract/roles.ts'
import { queryOf, replyData } from '#kit/web/calls/query-of.ts'

/**
 * Products that have articles of their own, each with a menu entry. Without them the menu is short
 * of those entries, no more.
 */
export const productsQuery = queryOptions({
  ...queryOf(listProducts, {}),
  select: replyData,
  staleTime: 300_000,
  meta: { quiet: true },
})
