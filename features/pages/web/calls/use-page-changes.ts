import { useQueryClient } from '@tanstack/react-query'
import { call } from '#kit/web/calls/call.ts'
import { invalidate, putAnswer } from '#kit/web/calls/query-of.ts'
import { useMutation } from '#kit/web/calls/use-mutation.ts'
import type { Board } from '../../contract/board.ts'
import { listBin, listVersions, restoreVersion, takeBackBoard } from '../../contract/history.ts'
import { listPages, readPage, storePage, updatePage } from '../../contract/routes.ts'
import { pageQuery, pagesQuery } from './query-pages.ts'

/** Adds a page without areas. */
export function useAddPage() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (name: string) => (await call(storePage, { body: { name } })).data,
    onSuccess: (page) => {
      shown(client, page)
      return invalidate(client, listPages)
    },
    meta: { quiet: true },
  })
}

/** Gives a page another name, whatever was saved of it meanwhile. */
export function useRenamePage() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ id, name }: { readonly id: string; readonly name: string }) => {
      const { version } = await client.fetchQuery({ ...pageQuery(id), staleTime: 0 }).then(dataOf)
      return call(updatePage, { body: { id, version, name } })
    },
    onSuccess: ({ data: { board } }) => {
      if (board) shown(client, board)
      return invalidate(client, listPages)
    },
    meta: { quiet: true },
  })
}

/** Puts a page into the bin, as it was last seen in the list. */
export function useDeletePage() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, version }: { readonly id: string; readonly version: number }) =>
      call(updatePage, { body: { id, version, deleted: true } }),
    onSettled: () => invalidate(client, listPages, listBin),
  })
}

/** Takes a page out of the bin, to the end of the list. */
export function useTakeBack(): (id: string) => Promise<unknown> {
  const client = useQueryClient()
  return (id) =>
    call(takeBackBoard, { params: { id } }).finally(
      () => void invalidate(client, listPages, listBin, readPage),
    )
}

/** Makes an earlier version the present one, unless another than `present` is that by now. */
export function useRestoreVersion(id: string) {
  const client = useQueryClient()
  return (body: { readonly version: number; readonly present: number }) =>
    call(restoreVersion, { params: { id }, body })
      .then(({ data }) => shown(client, data))
      .finally(() => void invalidate(client, listPages, readPage, listVersions))
}

/** Puts the pages into another order: at once on the screen, and on the server. */
export function useOrderPages() {
  const client = useQueryClient()
  const { queryKey } = pagesQuery
  return useMutation({
    mutationKey: orderKey,
    scope: { id: 'page-order' },
    mutationFn: (order: readonly string[]) => call(listPages, { body: { order: [...order] } }),
    onMutate: async (order) => {
      await client.cancelQueries({ queryKey })
      client.setQueryData(queryKey, (before) => before && { data: ordered(before.data, order) })
    },
    // While a later order is on its way, the stored one would put rows back where they were.
    onSettled: () =>
      client.isMutating({ mutationKey: orderKey }) > 1 ? undefined : invalidate(client, listPages),
  })
}

const orderKey = ['order-pages']

function ordered<Item extends { readonly id: string }>(
  items: readonly Item[],
  order: readonly string[],
): Item[] {
  const places = new Map(order.map((id, place) => [id, place]))
  const placeOf = ({ id }: Item) => places.get(id) ?? items.length
  return items.toSorted((one, other) => placeOf(one) - placeOf(other))
}

const dataOf = ({ data }: { readonly data: Board }) => data

/** What the server answered is what the page says now. */
export function shown(client: ReturnType<typeof useQueryClient>, page: Board): void {
  putAnswer(client, pageQuery(page.id), { data: page })
}
