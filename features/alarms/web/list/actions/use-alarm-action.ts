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
import { performAction, type ActionOutcome, type AlarmAction } from './alarm-action.ts'

const namedReasons = [
  ...(['ended', 'not_present', 'still_present', 'already_acknowledged'] as const),
  ...(['not_acknowledged', 'not_latched', 'not_hidden', 'not_assigned'] as const),
  'shift_over' as const,
]
/** Somebody else may have been faster: what they acknowledged may have ended by that. */
const reasonsOfTheSecond = new Set(['already_acknowledged', 'not_found', 'ended'])

interface Request {
  readonly action: AlarmAction
  readonly ids: readonly number[]
}

/** Marks everything that was fetched of alarms as outdated. */
export const refetchAlarms = (client: QueryClient): Promise<void> =>
  invalidate(client, activeAlarms, allActiveAlarms, alarmDetail, shelvedAlarms, alarmHistory)

/**
 * Performs actions on alarms. What was not possible is shown with the reason; an alarm that
 * somebody else acknowledged before, with their name.
 */
export function useAlarmAction() {
  const client = useQueryClient()
  const showOutcome = useShowOutcome()
  const { mutate, isPending } = useMutation({
    mutationFn: ({ action, ids }: Request) => performAction(action, ids),
    onSuccess: (outcome, { action }) => showOutcome(action, outcome),
    onSettled: () => refetchAlarms(client),
  })
  const perform = useCallback(
    (action: AlarmAction, ids: readonly number[], onDone?: (outcome: ActionOutcome) => void) =>
      mutate({ action, ids }, onDone ? { onSuccess: onDone } : {}),
    [mutate],
  )
  return { perform, isPending }
}

function useShowOutcome() {
  const translate = useTranslations('alarms.outcome')
  const client = useQueryClient()
  const { number, clock } = useFormat()
  return async ({ kind }: AlarmAction, { done, refused }: ActionOutcome): Promise<void> => {
    const counted = (count: number) => ({ count, figure: number(count) })
    const [first] = refused
    // One alarm that changes before one's eyes needs no words.
    if (done.length > 1 || (done.length === 1 && (kind === 'shelve' || first !== undefined)))
      toast('success', translate(`done.${kind}`, counted(done.length)))
    if (first === undefined) return
    const isSecond = kind === 'acknowledge' && reasonsOfTheSecond.has(first.reason)
    const before = isSecond ? await acknowledgedBefore(client, first.id) : null
    const reason = namedReasons.find((each) => each === first.reason) ?? 'other'
    const by = before?.by ?? null
    const detail =
      before === null || by === null
        ? translate(`refused.${reason}`)
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
