import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call } from '#kit/web/calls/call.ts'
import { routeKey } from '#kit/web/calls/query-of.ts'
import { tryAlarmRule } from '../../../contract/rule-routes.ts'
import { enteredRule, type RuleDraft } from '../form/draft.ts'

export const replayPeriods = [1, 7, 30] as const
export type ReplayPeriod = (typeof replayPeriods)[number]

interface ReplayRequest {
  readonly draft: RuleDraft
  readonly days: ReplayPeriod
  /** Differs for each request: by then the past is another one. */
  readonly turn: number
}

/**
 * What the rule would have done in the past, computed when somebody asks for it. A request ends
 * with the form, and with the next one. `onRefused` gets why the server did not answer.
 */
export function useWhatIf(
  id: number | null,
  draft: RuleDraft,
  isAskedAtOnce: boolean,
  onRefused: (error: unknown) => void,
) {
  const [days, setDays] = useState<ReplayPeriod>(7)
  const [request, setRequest] = useState<ReplayRequest | null>(
    isAskedAtOnce ? { draft, days, turn: 0 } : null,
  )
  const replay = (of: ReplayPeriod) =>
    setRequest((before) => ({ draft, days: of, turn: (before?.turn ?? 0) + 1 }))
  const { data, error, isFetching } = useQuery({
    queryKey: [...routeKey(tryAlarmRule), id, request],
    queryFn: ({ signal }) => {
      if (request === null) throw new Error('nothing was asked')
      const body = { id, rule: enteredRule(request.draft), days: request.days }
      return call(tryAlarmRule, { body }, { signal })
    },
    enabled: request !== null,
    retry: false,
    staleTime: Infinity,
    gcTime: 0,
    meta: { quiet: true },
  })
  useEffect(() => {
    if (error) onRefused(error)
    // It is the same failure, whoever shows it.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [error])
  return {
    ...{ days, isFetching, outcome: data?.data ?? null },
    /** Something else was entered since. */
    isOutdated: request !== null && request.draft !== draft,
    start: () => replay(days),
    choose(next: ReplayPeriod) {
      setDays(next)
      if (request !== null) replay(next)
    },
    stop: () => setRequest(null),
  }
}
