import { call } from '#kit/web/calls/call.ts'
import { enableUser } from '#features/accounts/contract/users.ts'
import { useAccountChange } from './use-account-change.ts'

/** Lets a disabled person in again. */
export function useEnableUser() {
  return useAccountChange((id: number) => call(enableUser, { params: { id } }), { isQuiet: false })
}
