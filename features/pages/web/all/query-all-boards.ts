import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import { call } from '#kit/web/calls/call.ts'
import { invalidate, queryOf } from '#kit/web/calls/query-of.ts'
import { useMutation } from '#kit/web/calls/use-mutation.ts'
import { handOverBoard, listAllBoards } from '../../contract/all-boards.ts'
import type { AllBoardsAddress } from './all-boards-address.ts'

/** A page of everybody's boards; the page before stays on the screen meanwhile. */
export const allBoardsQuery = ({ search, kind, left, page, limit }: AllBoardsAddress) =>
  queryOptions({
    ...queryOf(listAllBoards, {
      query: {
        ...{ page, limit },
        ...(search !== '' && { search }),
        ...(kind && { kind }),
        ...(left && { left: 'yes' as const }),
      },
    }),
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  })

/** Gives a board another owner. */
export function useHandOver(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (body: { readonly email: string; readonly from: string }) =>
      (await call(handOverBoard, { params: { id }, body })).data,
    onSettled: () => invalidate(client, listAllBoards),
    meta: { quiet: true },
  })
}
