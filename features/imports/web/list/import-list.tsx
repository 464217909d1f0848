import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { Notice } from '#kit/ui/notice.tsx'
import { Skeleton } from '#kit/ui/skeleton.tsx'
import { queryOf, replyData } from '#kit/web/calls/query-of.ts'
import { FailureNotice } from '#kit/web/screens/failure-notice.tsx'
import { listImports } from '../../contract/routes.ts'
import { ImportRow } from './import-row.tsx'

const askEveryMs = 1_000
const askSeldomMs = 30_000

interface ImportListProps {
  readonly chosen: string | null
  /** Its file is on its way from this page, which shows how far it is. */
  readonly sending: string | null
  readonly onOpen: (id: string | null) => void
}

/** The imports of the person; what is under way is followed. */
export function ImportList({ chosen, sending, onOpen }: ImportListProps) {
  const translate = useTranslations('imports.list')
  const jobs = useQuery({
    ...queryOf(listImports, {}),
    select: replyData,
    refetchInterval: ({ state: { data } }) =>
      data?.data.some(({ state }) => state === 'waiting' || state === 'running')
        ? askEveryMs
        : askSeldomMs,
    meta: { quiet: true },
  })
  if (jobs.data === undefined)
    return jobs.isError ? (
      <FailureNotice error={jobs.error} onRetry={() => void jobs.refetch()} />
    ) : (
      <div className="import-loading">
        <Skeleton width="100%" height="64px" />
      </div>
    )
  const arrived = jobs.data.filter(({ id }) => id !== sending)
  if (arrived.length === 0)
    return (
      <Notice icon="document" title={translate('none')}>
        <p>{translate('noneText')}</p>
      </Notice>
    )
  return (
    <ul className="import-jobs">
      {arrived.map((job) => (
        <ImportRow key={job.id} job={job} isChosen={job.id === chosen} onOpen={onOpen} />
      ))}
    </ul>
  )
}
