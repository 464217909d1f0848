import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { Notice } from '#kit/ui/notice.tsx'
import { LoadingPlace } from '#kit/web/screens/loading-place.tsx'
import { queryOf, replyData } from '#kit/web/calls/query-of.ts'
import { FailureNotice } from '#kit/web/screens/failure-notice.tsx'
import { listExports, type ExportJob } from '../../contract/routes.ts'
import { JobRow } from './job-row.tsx'

const askEveryMs = 1_000
const askSeldomMs = 30_000

interface JobListProps {
  /** Only these; without it all. */
  readonly kind?: ExportJob['kind']
  readonly noneText?: string
}

/** The exports of the person; what is under way is followed. */
export function JobList({ kind, noneText }: JobListProps) {
  const translate = useTranslations('exports.list')
  const jobs = useQuery({
    ...queryOf(listExports, {}),
    select: replyData,
    refetchInterval: ({ state: { data } }) =>
      data?.data.some(({ endedAt }) => endedAt === null) ? askEveryMs : askSeldomMs,
    meta: { quiet: true },
  })
  if (jobs.data === undefined)
    return jobs.isError ? (
      <FailureNotice error={jobs.error} onRetry={() => void jobs.refetch()} />
    ) : (
      <div className="export-loading">
        <LoadingPlace height="64px" />
      </div>
    )
  const shown = jobs.data.filter((job) => kind === undefined || job.kind === kind)
  if (shown.length === 0)
    return (
      <Notice icon="download" title={noneText === undefined ? translate('none') : noneText}>
        {noneText === undefined && <p>{translate('noneText')}</p>}
      </Notice>
    )
  return (
    <ul className="export-jobs">
      {shown.map((job) => (
        <JobRow key={job.id} job={job} />
      ))}
    </ul>
  )
}
