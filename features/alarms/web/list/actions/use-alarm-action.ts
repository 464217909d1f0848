import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useTranslations } from 'use-intl'
import { invalidate } from '#kit/web/calls/query-of.ts'
import { useMutation } from '#kit/web/calls/use-mutation.ts'
import { isolated } from '#kit/web/formats/isolated.ts'
import { useFormat } from '#kit/web/formats/use-format.ts'
import { toast } from '#kit/web/toast.ts'
import {
  activeAlarms,
  allActiveAlarms,
  alarmDetail,
  alarmHistory,
  shelvedAlarms,
} from '../../../contract/routes.ts'
import { detailQuery } from '../../source/query-alarms.ts'
import { performAction, reasonsOf, type ActionOutcome, type AlarmAction } from './alarm-action.ts'

const namedReasons = [
  ...(['ended', 'not_present', 'still_present', 'already_acknowledged'] as const),
  ...(['not_acknowledged', 'not_latched', 'not_hidden', 'not_assigned'] as const),
  ...(['shift_over', 'unanswered'] as const),
]
/** Somebody else may have been faster: what they acknowledged may have ended by that. */
const reasonsOfTheSecond = new Set(['already_acknowledged', 'not_found', 'ended'])

interface Request {
  readonly action: AlarmAction
  readonly ids: readonly number[]
  readonly onInterrupted: (outcome: ActionOutcome) => void
}

/** Marks everything that was fetched of alarms as outdated. */
export const refetchAlarms = (client: QueryClient): Promise<void> =>
  invalidate(client, activeAlarms, allActiveAlarms, alarmDetail, shelvedAlarms, alarmHistory)

/**
 * Performs actions on alarms. What was not possible is shown with the reason; an alarm that
 * somebody else acknowledged before, with their name. `onInterrupted`: a part was done when a call
 * failed, which is shown too.
 */
export function useAlarmAction() {
  const client = useQueryClient()
  const showOutcome = useShowOutcome()
  const { mutate, isPending } = useMutation({
    mutationFn: ({ action, ids, onInterrupted }: Request) =>
      performAction(action, ids, (outcome) => {
        void showOutcome(action, outcome)
        onInterrupted(outcome)
      }),
    onSuccess: (outcome, { action }) => showOutcome(action, outcome),
    onSettled: () => refetchAlarms(client),
  })
  const perform = useCallback(
    (
      action: AlarmAction,
      ids: readonly number[],
      onDone?: (outcome: ActionOutcome) => void,
      onInterrupted: (outcome: ActionOutcome) => void = () => {},
    ) => mutate({ action, ids, onInterrupted }, onDone ? { onSuccess: onDone } : {}),
    [mutate],
  )
  return { perform, isPending }
}

function useShowOutcome() {
  const translate = useTranslations('alarms.outcome')
  const client = useQueryClient()
  const { number, clock } = useFormat()
  const textOf = (reason: string) =>
    translate(`refused.${namedReasons.find((each) => each === reason) ?? 'other'}`)
  return async ({ kind }: AlarmAction, outcome: ActionOutcome): Promise<void> => {
    const { done, refused } = outcome
    const counted = (count: number) => ({ count, figure: number(count) })
    const [first] = refused
    // One alarm that changes before one's eyes needs no words.
    if (done.length > 1 || (done.length === 1 && (kind === 'shelve' || first !== undefined)))
      toast('success', translate(`done.${kind}`, counted(done.length)))
    if (first === undefined) return
    const reasons = reasonsOf(outcome)
    const isSecond = kind === 'acknowledge' && reasonsOfTheSecond.has(first.reason)
    const before =
      isSecond && reasons.length === 1 ? await acknowledgedBefore(client, first.id) : null
    const by = before?.by ?? null
    const several = reasons.map(({ reason, count }) => `${number(count)}: ${textOf(reason)}`)
    const why = several.length > 1 ? several.join(' · ') : textOf(first.reason)
    const detail =
      before === null || by === null
        ? why
        : translate('acknowledgedBy', { name: isolated(by), time: clock(before.at) })
    toast('warning', translate('notDone', counted(refused.length)), detail)
  }
}

/** Who acknowledged the alarm, as far as that can be had. */
async function acknowledgedBefore(client: QueryClient, id: number) {
  try {
    return (await client.fetchQuery(detailQuery(id))).data.alarm.acknowledged
  } catch {
    return null
  }
}
