import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { call } from '#kit/web/calls/call.ts'
import { invalidate } from '#kit/web/calls/query-of.ts'
import { useMutation } from '#kit/web/calls/use-mutation.ts'
import {
  confirmSecondFactor,
  listOwnSessions,
  readProfile,
} from '#features/accounts/contract/profile.ts'

/**
 * Switches the second step on with a code of the authenticator, which ends the person's other
 * sessions; gives the recovery codes. The dialog shows failures.
 */
export function useConfirmSecondFactor() {
  const client = useQueryClient()
  // What is rendered says it a frame later: Escape may come before.
  const isUnderWay = useRef(false)
  const confirming = useMutation({
    meta: { quiet: true },
    mutationFn: async (code: string) => {
      isUnderWay.current = true
      return (await call(confirmSecondFactor, { body: { code } })).data.recoveryCodes
    },
    onSuccess: () => invalidate(client, readProfile, listOwnSessions),
    onSettled: () => {
      isUnderWay.current = false
    },
  })
  return { ...confirming, isUnderWay: () => confirming.isPending || isUnderWay.current }
}
