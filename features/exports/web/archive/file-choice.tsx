import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { Skeleton } from '#kit/ui/skeleton.tsx'
import { queryOf, replyData } from '#kit/web/calls/query-of.ts'
import { isolated } from '#kit/web/formats/isolated.ts'
import { useFormat } from '#kit/web/formats/use-format.ts'
import { maximumArchivedFiles } from '../../contract/archive.ts'
import { listExports, type ExportJob } from '../../contract/routes.ts'
import { useJobText } from '../list/use-job-text.ts'

interface FileChoiceProps {
  readonly chosen: readonly ExportJob[]
  readonly onChange: (chosen: readonly ExportJob[]) => void
}

/** Kinds that no archive holds. */
const unarchived: ReadonlySet<ExportJob['kind']> = new Set(['archive', 'handover'])

/** The own files that are there now, and what was chosen of those that were there. */
export function FileChoice({ chosen, onChange }: FileChoiceProps) {
  const translate = useTranslations('exports.archive')
  const jobs = useQuery({ ...queryOf(listExports, {}), select: replyData, meta: { quiet: true } })
  const files = (jobs.data ?? []).filter(
    ({ state, isOpen, kind, sentBy }) =>
      state === 'done' && isOpen && !unarchived.has(kind) && sentBy === null,
  )
  const idsOf = (list: readonly ExportJob[]) => new Set(list.map(({ id }) => id))
  const [present, chosenIds] = [idsOf(files), idsOf(chosen)]
  const gone = chosen.filter(({ id }) => !present.has(id))
  return (
    <fieldset className="archive-part">
      <legend>{translate('finished')}</legend>
      {files.length + gone.length === 0 && <NoFiles jobs={jobs} />}
      {[...files, ...gone].map((job) => {
        const isChosen = chosenIds.has(job.id)
        return (
          <FinishedFile
            key={job.id}
            {...{ job, isChosen }}
            isGone={!present.has(job.id)}
            isDisabled={!isChosen && chosen.length >= maximumArchivedFiles}
            onToggle={() =>
              onChange(isChosen ? chosen.filter(({ id }) => id !== job.id) : [...chosen, job])
            }
          />
        )
      })}
    </fieldset>
  )
}

/** Why there are none: that is known only when the server has answered. */
function NoFiles({ jobs }: { readonly jobs: UseQueryResult<readonly ExportJob[]> }) {
  const translate = useTranslations('exports.archive')
  if (jobs.isPending) return <Skeleton width="100%" height="20px" />
  // The list beside it has the same failure, with what to do about it.
  if (jobs.data === undefined) return <p>{translate('finishedFailed')}</p>
  return (
    <p>
      {translate('noFinished')}{' '}
      <Link to="/warroomCharts/export-excel" className="link">
        {translate('toExports')}
      </Link>
    </p>
  )
}

interface FinishedFileProps {
  readonly job: ExportJob
  readonly isChosen: boolean
  /** It has expired, or was removed, since it was chosen. */
  readonly isGone: boolean
  readonly isDisabled: boolean
  readonly onToggle: () => void
}

/** A file with what it holds: names of several may differ at their ends alone. */
function FinishedFile({ job, isChosen, isGone, isDisabled, onToggle }: FinishedFileProps) {
  const translate = useTranslations('exports.archive')
  const sizes = useTranslations('exports.list')
  const { number } = useFormat()
  const jobText = useJobText(job)
  const bytes = job.bytes ?? 0
  return (
    <label className="archive-file">
      <input type="checkbox" checked={isChosen} disabled={isDisabled} onChange={onToggle} />
      <span>
        <span className="clip" title={job.fileName}>
          {isolated(job.fileName)}
        </span>
        <small>{isGone ? translate('gone') : jobText}</small>
      </span>
      <small className="number">
        {bytes < 1e6
          ? sizes('kilobytes', { figure: number(Math.ceil(bytes / 1e3)) })
          : sizes('megabytes', { figure: number(bytes / 1e6, 1) })}
      </small>
    </label>
  )
}
