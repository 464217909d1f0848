import { useQueryClient } from '@tanstack/react-query'
import { call } from '#kit/web/calls/call.ts'
import { useMutation } from '#kit/web/calls/use-mutation.ts'
import { csrfCookie } from '#features/accounts/contract/sign-in.ts'
import { setUpFirstAdministrator } from '#features/accounts/contract/set-up.ts'
import { markSignedIn } from '../session/session-marker.ts'
import { sessionQuery } from '../session/use-session.ts'

export interface FirstAdministrator {
  readonly token: string
  readonly email: string
  readonly name: string
  readonly password: string
}

/**
 * Makes the first account with the token of the set-up link, and stores who has thereby signed
 * in. The form itself shows failures.
 */
export function useSetUp() {
  const client = useQueryClient()
  return useMutation({
    meta: { quiet: true },
    mutationFn: async (person: FirstAdministrator) => {
      await call(csrfCookie, {})
      return (await call(setUpFirstAdministrator, { body: person })).data
    },
    onSuccess: (user) => {
      markSignedIn()
      client.setQueryData(sessionQuery.queryKey, { data: user })
    },
  })
}
