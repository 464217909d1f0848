import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { addAccessToken, listAccessTokens, revokeAccessToken } from '../contract/routes.ts'
import { listDevices } from '#features/devices/contract/routes.ts'
import { call } from '#kit/web/calls/call.ts'
import { invalidate, queryOf, replyData } from '#kit/web/calls/query-of.ts'
import { useMutation } from '#kit/web/calls/use-mutation.ts'
import { deviceListOf } from '#kit/web/catalogue/lists.ts'

/** The own tokens. The screen shows failures. */
export const accessTokensQuery = queryOptions({
  ...queryOf(listAccessTokens, {}),
  select: replyData,
  staleTime: 0,
  meta: { quiet: true },
})

/** Devices that a token can be for, at most a thousand. */
export function useTokenDevices() {
  const { data } = useQuery({
    ...queryOf(listDevices, { body: {} }),
    select: deviceListOf,
    meta: { quiet: true },
  })
  return data?.devices.filter(({ access }) => access === 'open') ?? []
}

export interface NewToken {
  readonly name: string
  readonly days: number
  /** LESI IDs; null: all devices. */
  readonly devices: readonly string[] | null
}

/** Makes a token; the form shows what is refused. */
export function useAddToken() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ devices, ...rest }: NewToken) =>
      call(addAccessToken, { body: { ...rest, devices: devices && [...devices] } }),
    onSettled: () => invalidate(client, listAccessTokens),
    meta: { quiet: true },
  })
}

export function useRevokeToken() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call(revokeAccessToken, { params: { id } }),
    onSettled: () => invalidate(client, listAccessTokens),
  })
}
