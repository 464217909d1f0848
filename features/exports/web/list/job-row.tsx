import { useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import type { RouteContract } from '#kit/model/calls/route.ts'
import { Icon } from '#kit/ui/icon.tsx'
import { call } from '#kit/web/calls/call.ts'
import { callUrl } from '#kit/web/calls/call-url.ts'
import { invalidate } from '#kit/web/calls/query-of.ts'
import { useMutation } from '#kit/web/calls/use-mutation.ts'
import { isolated } from '#kit/web/formats/isolated.ts'
import {
  cancelExport,
  exportFile,
  listExports,
  removeExport,
  type ExportJob,
} from '../../contract/routes.ts'
import { JobState } from './job-state.tsx'
import { useJobText } from './use-job-text.ts'

/** An export with how far it is, and what can be done with it. */
export function JobRow({ job }: { readonly job: ExportJob }) {
  const translate = useTranslations('exports.list')
  const name = useJobName(job)
  const jobText = useJobText(job)
  return (
    <li className="export-job" aria-label={name} data-state={job.state}>
      <div className="export-job-what">
        <b className="clip" title={name}>
          {name}
        </b>
        <small>{jobText}</small>
        {job.sentBy !== null && (
          <small>{translate('sentBy', { name: isolated(job.sentBy) })}</small>
        )}
      </div>
      <JobState job={job} />
      <div className="export-job-actions">
        {job.state === 'done' && job.isOpen && (
          <a
            className="button small primary"
            href={callUrl(exportFile.path, { params: { id: job.id } })}
            download={job.fileName}
          >
            <Icon name="download" />
            {translate('download')}
            <span className="visually-hidden">{name}</span>
          </a>
        )}
        {job.sentBy === null &&
          (job.endedAt === null ? (
            <Action job={job} route={cancelExport} label={translate('cancel')} name={name} />
          ) : (
            <Action job={job} route={removeExport} label={translate('remove')} name={name} />
          ))}
      </div>
    </li>
  )
}

interface ActionProps {
  readonly job: ExportJob
  readonly route: typeof cancelExport | typeof removeExport
  readonly label: string
  readonly name: string
}

function Action({ job, route, label, name }: ActionProps) {
  const client = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: () => call<RouteContract & typeof route>(route, { params: { id: job.id } }),
    onSettled: () => invalidate(client, listExports),
  })
  return (
    <button
      type="button"
      className="button small"
      disabled={isPending}
      onClick={() => mutate(undefined)}
    >
      {label}
      <span className="visually-hidden">{name}</span>
    </button>
  )
}

/** Its title or shift, or the first sensor and how many more there are. */
function useJobName({ firstSensor, sensorCount, shift, title }: ExportJob): string {
  const translate = useTranslations('exports.list')
  const own = title ?? shift
  if (own !== null) return isolated(own)
  const name = isolated(`${firstSensor.device} · ${firstSensor.alias}`)
  return sensorCount > 1 ? translate('andMore', { name, count: sensorCount - 1 }) : name
}
