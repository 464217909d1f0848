import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { call } from '#kit/web/calls/call.ts'
import { putAnswer, queryOf, replyData } from '#kit/web/calls/query-of.ts'
import { useMutation } from '#kit/web/calls/use-mutation.ts'
import { addKioskLink, listKioskLinks, revokeKioskLink } from '../../contract/kiosk.ts'
import { listShares, shareBoard, unshareBoard } from '../../contract/sharing.ts'

/** With whom a board is shared. */
export const sharesQuery = (id: string) =>
  queryOptions({
    ...queryOf(listShares, { params: { id } }),
    select: replyData,
    meta: { quiet: true },
  })

/** The links to a board. */
export const kioskLinksQuery = (id: string) =>
  queryOptions({
    ...queryOf(listKioskLinks, { params: { id } }),
    select: replyData,
    meta: { quiet: true },
  })

export interface NewShare {
  readonly email?: string
  readonly role?: string
  readonly access: 'read' | 'edit'
}

/** Shares a board, or shares it otherwise. */
export function useShare(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: NewShare) => call(shareBoard, { params: { id }, body }),
    onSuccess: (reply) => putAnswer(client, sharesQuery(id), reply),
    meta: { quiet: true },
  })
}

/** Ends a share. */
export function useUnshare(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (share: string) => call(unshareBoard, { params: { id, share } }),
    onSuccess: (reply) => putAnswer(client, sharesQuery(id), reply),
    onError: () => client.invalidateQueries({ queryKey: sharesQuery(id).queryKey }),
  })
}

/** Makes a link; the answer has its token. */
export function useAddLink(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: { readonly name: string; readonly days: number }) =>
      call(addKioskLink, { params: { id }, body }),
    onSuccess: () => client.invalidateQueries({ queryKey: kioskLinksQuery(id).queryKey }),
    meta: { quiet: true },
  })
}

/** Ends a link. */
export function useRevokeLink(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (link: string) => call(revokeKioskLink, { params: { id, link } }),
    onSettled: () => client.invalidateQueries({ queryKey: kioskLinksQuery(id).queryKey }),
  })
}
