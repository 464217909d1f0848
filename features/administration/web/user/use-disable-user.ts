import { call } from '#kit/web/calls/call.ts'
import { disableUser } from '#features/accounts/contract/users.ts'
import { useAccountChange } from './use-account-change.ts'

/** Locks a person out and ends all of their sessions. The screen shows failures. */
export function useDisableUser() {
  return useAccountChange((id: number) => call(disableUser, { params: { id } }), { isQuiet: true })
}
