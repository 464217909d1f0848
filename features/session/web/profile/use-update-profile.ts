import { useQueryClient } from '@tanstack/react-query'
import type { RouteCall } from '#kit/model/calls/route.ts'
import { call } from '#kit/web/calls/call.ts'
import { useMutation } from '#kit/web/calls/use-mutation.ts'
import { updateProfile } from '#features/accounts/contract/profile.ts'
import { storeProfile } from './store-profile.ts'

type ProfileChange = RouteCall<typeof updateProfile>['body']

/** Saves name, introduction and language. The form shows failures. */
export function useUpdateProfile() {
  const client = useQueryClient()
  return useMutation({
    meta: { quiet: true },
    mutationFn: async (change: ProfileChange) => (await call(updateProfile, { body: change })).data,
    onSuccess: (profile) => storeProfile(client, profile),
  })
}
