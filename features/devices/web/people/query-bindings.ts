import { queryOptions } from '@tanstack/react-query'
import { listBindings, listOwnBindings } from '#features/devices/contract/bindings.ts'
import { queryOf, replyData } from '#kit/web/calls/query-of.ts'

/** Who is bound to a device. The screen shows failures. */
export const bindingsQuery = (lesiId: string) =>
  queryOptions({ ...queryOf(listBindings, { params: { lesiId } }), meta: { quiet: true } })

/** The person's own bindings. */
export const ownBindingsQuery = queryOptions({
  ...queryOf(listOwnBindings, {}),
  select: replyData,
  meta: { quiet: true },
})
