import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocale } from 'use-intl'
import { instantOfText } from '#kit/model/zone.ts'
import { ApiError, call } from '#kit/web/calls/call.ts'
import { invalidate } from '#kit/web/calls/query-of.ts'
import { showFailure } from '#kit/web/calls/query.ts'
import { useMutation } from '#kit/web/calls/use-mutation.ts'
import { useFieldErrorText } from '#kit/web/texts/use-field-error-text.ts'
import type { ArchiveRequest } from '../../contract/archive.ts'
import { createArchive, listExports } from '../../contract/routes.ts'
import type { Draft } from '../form/draft.ts'

interface Asked {
  readonly title: string
  readonly files: readonly string[]
  readonly draft: Draft
}

/** Begins to make a ZIP; why it was refused is given as sentences. */
export function useCreateArchive(onBegun: () => void) {
  const client = useQueryClient()
  const language = useLocale()
  const textOf = useFieldErrorText()
  const [problems, setProblems] = useState<readonly string[]>([])
  const { mutate, isPending } = useMutation({
    mutationFn: (body: ArchiveRequest) => call(createArchive, { body }),
    onSettled: () => invalidate(client, listExports),
    onSuccess: onBegun,
    onError: (error) => {
      const reasons = error instanceof ApiError ? Object.values(error.errors).flat() : []
      if (reasons.length > 0) setProblems([...new Set(reasons.map(textOf))])
      else void showFailure(error)
    },
    meta: { quiet: true },
  })
  return {
    isPending,
    problems,
    clear: () => setProblems([]),
    create: ({ title, files, draft: { sensors, from, to, ...draft } }: Asked) =>
      mutate({
        ...{ kind: 'archive', title, exports: [...files] },
        ...(sensors.length === 0
          ? {}
          : {
              readings: {
                ...{ ...draft, kind: 'readings', language },
                sensors: sensors.map(({ thing, sensor }) => ({ thing, sensor })),
                from: instantOfText(from, draft.timezone) ?? 0,
                to: instantOfText(to, draft.timezone) ?? 0,
              },
            }),
      }),
  }
}
