import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocale } from 'use-intl'
import { ApiError } from '#kit/web/calls/api-error.ts'
import { call } from '#kit/web/calls/call.ts'
import { invalidate } from '#kit/web/calls/query-of.ts'
import { showFailure } from '#kit/web/calls/query.ts'
import { useMutation } from '#kit/web/calls/use-mutation.ts'
import type { ArchiveRequest } from '../../contract/archive.ts'
import { createArchive, listExports } from '../../contract/routes.ts'
import type { ChosenSensor, Draft } from '../form/draft.ts'
import { requestedReadings } from '../form/requested-readings.ts'
import { useProblems } from '../form/use-problems.ts'

interface Asked {
  readonly title: string
  readonly files: readonly string[]
  readonly draft: Draft
}

/** Begins to make a ZIP; why it was refused is given as sentences. */
export function useCreateArchive(onBegun: () => void) {
  const client = useQueryClient()
  const language = useLocale()
  const problemsOf = useProblems()
  const [problems, setProblems] = useState<readonly string[]>([])
  const { mutate, isPending } = useMutation({
    mutationFn: (body: ArchiveRequest) => call(createArchive, { body }),
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
    create: ({ title, files, draft }: Asked) =>
      mutate(
        {
          ...{ kind: 'archive', title, exports: [...files] },
          ...(draft.sensors.length > 0 && { readings: requestedReadings(draft, language) }),
        },
        { onError: (error) => refuse(error, draft.sensors) },
      ),
  }
}
