import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocale } from 'use-intl'
import { ApiError } from '#kit/web/calls/api-error.ts'
import { call } from '#kit/web/calls/call.ts'
import { invalidate } from '#kit/web/calls/query-of.ts'
import { showFailure } from '#kit/web/calls/query.ts'
import { useMutation } from '#kit/web/calls/use-mutation.ts'
import type { ReportRequest } from '../../contract/report/request.ts'
import { createReport, listExports } from '../../contract/routes.ts'
import type { ChosenSensor } from '../form/draft.ts'
import { useProblems } from '../form/use-problems.ts'
import type { ReportDraft, ReportPeriod } from './report-draft.ts'

interface Asked {
  readonly draft: ReportDraft
  readonly period: ReportPeriod
  readonly timezone: string
}

/** Begins to make a PDF; why it was refused is given as sentences. */
export function useCreateReport(onBegun: () => void) {
  const client = useQueryClient()
  const language = useLocale()
  const problemsOf = useProblems()
  const [problems, setProblems] = useState<readonly string[]>([])
  const { mutate, isPending } = useMutation({
    mutationFn: (body: ReportRequest) => call(createReport, { body }),
    onSettled: () => invalidate(client, listExports),
    onSuccess: onBegun,
    meta: { quiet: true },
  })
  const refuse = (error: Error, sensors: readonly ChosenSensor[]) => {
    const found = error instanceof ApiError ? problemsOf(error.errors, sensors) : []
    if (found.length > 0) setProblems(found)
    else void showFailure(error)
  }
  return {
    isPending,
    problems,
    clear: () => setProblems([]),
    create: ({ draft, period: { from, to, shift }, timezone }: Asked) =>
      mutate(
        {
          ...{ kind: 'report', from, to, timezone, language },
          ...{ notes: draft.notes, paper: draft.paper },
          ...(shift === null ? {} : { shift }),
          sensors: draft.sensors.map(({ thing, sensor }) => ({ thing, sensor })),
        },
        { onError: (error) => refuse(error, draft.sensors) },
      ),
  }
}
