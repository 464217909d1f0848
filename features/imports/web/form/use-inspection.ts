import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { queryOf, replyData } from '#kit/web/calls/query-of.ts'
import { inspectImport } from '../../contract/routes.ts'
import type { CsvDraft, InspectionReply } from './draft.ts'

/**
 * What a file seems to be, its text read in this form. Where the server does not answer, or it
 * cannot be read so, `reply` is what was found in the form before, beside `error` or `failure`.
 */
export function useInspection(id: string, form: CsvDraft) {
  const query = useQuery({
    ...queryOf(inspectImport, { params: { id }, body: form }),
    select: replyData,
    staleTime: Infinity,
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  })
  const [last, setLast] = useState<InspectionReply | null>(null)
  const { inspection = null, found = [] } = query.data ?? {}
  if (inspection !== null && inspection !== last?.inspection) setLast({ inspection, found })
  return {
    reply: inspection === null ? last : { inspection, found },
    failure: query.data && inspection === null ? (query.data.failure ?? 'not_readable') : null,
    error: query.data === undefined ? query.error : null,
    isPending: query.isPending,
    retry: () => void query.refetch(),
  }
}
