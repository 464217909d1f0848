import type { MutationOptions, QueryClient } from '@tanstack/react-query'
import { listConnectors, orderConnectors } from '#features/connectors/contract/routes.ts'
import { call } from '#kit/web/calls/call.ts'
import { invalidate } from '#kit/web/calls/query-of.ts'
import { connectorsQuery } from './query-connectors.ts'

/** A connector by one place up or down. */
export interface Move {
  readonly id: number
  readonly by: 1 | -1
}

const moveKey = ['move connector']

/**
 * Moves a connector: at once on the screen, and on the server in the order that is stored there by
 * then. Moves are made one after the other, so that none undoes the one before.
 */
export function moveOptions(client: QueryClient): MutationOptions<unknown, Error, Move> {
  const { queryKey } = connectorsQuery()
  return {
    mutationKey: moveKey,
    scope: { id: 'connector-order' },
    async mutationFn(move) {
      const { data: stored } = await call(listConnectors, {})
      return call(orderConnectors, { body: { ids: moved(stored, move).map(({ id }) => id) } })
    },
    async onMutate(move) {
      await client.cancelQueries({ queryKey })
      client.setQueryData(queryKey, (list) => list && { ...list, data: moved(list.data, move) })
    },
    // While a later move is on its way, the stored order would put rows back where they were.
    onSettled: () =>
      client.isMutating({ mutationKey: moveKey }) > 1
        ? undefined
        : invalidate(client, listConnectors),
  }
}

function moved<Item extends { readonly id: number }>(
  items: readonly Item[],
  { id, by }: Move,
): Item[] {
  const place = items.findIndex((each) => each.id === id)
  const [found] = items.slice(place, place + 1)
  const others = items.filter((each) => each !== found)
  return found === undefined ? others : others.toSpliced(Math.max(0, place + by), 0, found)
}
