import { useQueryClient } from '@tanstack/react-query'
import { call } from '#kit/web/calls/call.ts'
import { invalidate } from '#kit/web/calls/query-of.ts'
import { useMutation } from '#kit/web/calls/use-mutation.ts'
import {
  createAlarmRule,
  listAlarmRules,
  listOwnLimits,
  updateAlarmRule,
} from '../../../contract/rule-routes.ts'
import { enteredRule, type RuleDraft } from './draft.ts'

interface Saved {
  /** Null: a new one. */
  readonly id: number | null
  readonly version: number
  readonly draft: RuleDraft
}

/** Saves a rule. The form shows failures. */
export function useSaveRule() {
  const client = useQueryClient()
  return useMutation({
    meta: { quiet: true },
    mutationFn: ({ id, version, draft }: Saved) => {
      const rule = enteredRule(draft)
      return id === null
        ? call(createAlarmRule, { body: rule })
        : call(updateAlarmRule, { params: { id }, body: { ...rule, version } })
    },
    onSuccess: () => void invalidate(client, listAlarmRules, listOwnLimits),
  })
}
