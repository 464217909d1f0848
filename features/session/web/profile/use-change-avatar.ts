import { useQueryClient } from '@tanstack/react-query'
import { call } from '#kit/web/calls/call.ts'
import { useMutation } from '#kit/web/calls/use-mutation.ts'
import { changeAvatar } from '#features/accounts/contract/profile.ts'
import { storeProfile } from './store-profile.ts'

/** Sets the own picture (a file in base64), or takes it away (null). The screen shows failures. */
export function useChangeAvatar() {
  const client = useQueryClient()
  return useMutation({
    meta: { quiet: true },
    mutationFn: async (image: string | null) =>
      (await call(changeAvatar, { body: { image } })).data,
    onSuccess: (profile) => storeProfile(client, profile),
  })
}
