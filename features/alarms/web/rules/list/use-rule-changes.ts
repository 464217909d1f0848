import { useQueryClient } from '@tanstack/react-query'
import { call } from '#kit/web/calls/call.ts'
import { invalidate } from '#kit/web/calls/query-of.ts'
import { useMutation } from '#kit/web/calls/use-mutation.ts'
import {
  deleteAlarmRule,
  listAlarmRules,
  listOwnLimits,
  updateAlarmRule,
  type ListedRule,
} from '../../../contract/rule-routes.ts'
import { ruleOf } from '../form/draft.ts'

/** Changes of rules that need no form; failures are shown in a toast. */
export function useRuleChanges() {
  const client = useQueryClient()
  const onSettled = () => void invalidate(client, listAlarmRules, listOwnLimits)
  const enable = useMutation({
    mutationFn: (rule: ListedRule) =>
      call(updateAlarmRule, {
        params: { id: rule.id },
        body: { ...ruleOf(rule), isEnabled: !rule.isEnabled, version: rule.version },
      }),
    onSettled,
  })
  const remove = useMutation({
    mutationFn: (id: number) => call(deleteAlarmRule, { params: { id } }),
    onSettled,
  })
  return { enable, remove }
}
