import { call } from '#kit/web/calls/call.ts'
import { useMutation } from '#kit/web/calls/use-mutation.ts'
import { readAlarmRule, type AdvisedSource } from '../../../contract/rule-routes.ts'
import { withProposal } from '../../../contract/proposal.ts'
import { draftOfOwnLimit, ruleOf } from '../form/draft.ts'
import type { EditedRule } from '../form/use-rule-editing.ts'

/** Opens the form with a proposal entered, and what it would have done. */
export function useApply(onApply: (edited: EditedRule) => void): (source: AdvisedSource) => void {
  const read = useMutation({
    mutationFn: (id: number) => call(readAlarmRule, { params: { id } }),
  })
  return ({ id, origin, sensor, advice }) => {
    if (advice === null) return
    const { proposal } = advice
    if (id === null) {
      const side = origin === 'lower' ? 'lower' : 'upper'
      const draft = withProposal(draftOfOwnLimit({ sensor, side }), proposal)
      return onApply({ base: null, draft, isTried: true })
    }
    return read.mutate(id, {
      onSuccess: ({ data }) =>
        onApply({ base: data, draft: withProposal(ruleOf(data), proposal), isTried: true }),
    })
  }
}
