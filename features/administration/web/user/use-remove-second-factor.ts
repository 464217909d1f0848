import { call } from '#kit/web/calls/call.ts'
import { removeSecondFactor } from '#features/accounts/contract/users.ts'
import { useAccountChange } from './use-account-change.ts'

/** Switches the second factor of a person off who lost it. */
export function useRemoveSecondFactor() {
  return useAccountChange((id: number) => call(removeSecondFactor, { params: { id } }), {
    isQuiet: false,
  })
}
