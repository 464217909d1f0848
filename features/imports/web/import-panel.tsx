import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { siteInfo } from '#features/accounts/contract/sign-in.ts'
import { Skeleton } from '#kit/ui/skeleton.tsx'
import { fetchedOnce, queryOf, replyData } from '#kit/web/calls/query-of.ts'
import { FailureNotice } from '#kit/web/screens/failure-notice.tsx'
import { importDetail, type ImportDetail } from '../contract/routes.ts'
import { MappingForm } from './form/mapping-form.tsx'
import { ImportState } from './list/import-row.tsx'
import { OutcomeView } from './outcome/outcome-view.tsx'

const askEveryMs = 700

interface ImportPanelProps {
  readonly id: string
  readonly onClose: () => void
}

/** One import: how its file is read, what a dry run found, what the import did. */
export function ImportPanel({ id, onClose }: ImportPanelProps) {
  const translate = useTranslations('imports')
  const detail = useQuery({
    ...queryOf(importDetail, { params: { id } }),
    select: replyData,
    refetchInterval: ({ state: { data } }) => (isInProgress(data?.data) ? askEveryMs : false),
    meta: { quiet: true },
  })
  return (
    <>
      <header className="panel-head">
        <h2 id="import-main" className="clip" title={detail.data?.fileName}>
          {detail.data?.fileName ?? translate('panel.heading')}
        </h2>
        <button type="button" className="button small" onClick={onClose}>
          {translate('panel.another')}
        </button>
      </header>
      <div className="import-body">
        {detail.data !== undefined ? (
          <Content job={detail.data} />
        ) : detail.isError ? (
          <FailureNotice
            error={detail.error}
            onRetry={() => void detail.refetch()}
            missing={{ title: translate('panel.gone'), text: translate('panel.goneText') }}
          />
        ) : (
          <Skeleton width="100%" height="320px" />
        )}
      </div>
    </>
  )
}

const isInProgress = (job: ImportDetail | undefined) =>
  job?.state === 'waiting' || job?.state === 'running'

function Content({ job }: { readonly job: ImportDetail }) {
  const siteZone = useQuery({ ...queryOf(siteInfo, {}), ...fetchedOnce }).data?.data.timezone
  if (isInProgress(job)) return <ImportState job={job} />
  const hasForm = job.hasFile && job.state !== 'done' && job.state !== 'uploading'
  return (
    <>
      {(job.state === 'failed' || job.state === 'cancelled') && <ImportState job={job} />}
      {job.outcome !== null && job.state !== 'failed' && (
        <OutcomeView job={job} outcome={job.outcome} />
      )}
      {hasForm && siteZone !== undefined && <MappingForm job={job} siteZone={siteZone} />}
    </>
  )
}
