import { useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import type { RouteContract } from '#kit/model/calls/route.ts'
import { call } from '#kit/web/calls/call.ts'
import { invalidate } from '#kit/web/calls/query-of.ts'
import { useMutation } from '#kit/web/calls/use-mutation.ts'
import { isolated } from '#kit/web/formats/isolated.ts'
import { useFormat } from '#kit/web/formats/use-format.ts'
import { useNow } from '#kit/web/formats/use-now.ts'
import {
  cancelImport,
  importDetail,
  listImports,
  removeImport,
  type ImportJob,
} from '../../contract/routes.ts'

interface ImportRowProps {
  readonly job: ImportJob
  readonly isChosen: boolean
  readonly onOpen: (id: string | null) => void
}

/** An import with what has become of it. */
export function ImportRow({ job, isChosen, onOpen }: ImportRowProps) {
  const translate = useTranslations('imports.list')
  const { moment } = useFormat()
  const name = isolated(job.fileName)
  const isInProgress = job.state === 'waiting' || job.state === 'running'
  return (
    <li className="import-job" aria-label={name} data-chosen={isChosen || undefined}>
      <div className="import-job-what">
        <b className="clip" title={job.fileName}>
          {name}
        </b>
        <small>{moment(job.createdAt, useNow(30_000))}</small>
      </div>
      <ImportState job={job} />
      <div className="import-job-actions">
        {job.state !== 'uploading' && !isChosen && (
          <button type="button" className="button small" onClick={() => onOpen(job.id)}>
            {translate('open')}
            <span className="visually-hidden">{name}</span>
          </button>
        )}
        {isInProgress ? (
          <Action id={job.id} route={cancelImport} label={translate('cancel')} name={name} />
        ) : (
          <Action
            id={job.id}
            route={removeImport}
            label={translate('remove')}
            name={name}
            onDone={() => isChosen && onOpen(null)}
          />
        )}
      </div>
    </li>
  )
}

interface ActionProps {
  readonly id: string
  readonly route: typeof cancelImport | typeof removeImport
  readonly label: string
  readonly name: string
  readonly onDone?: () => unknown
}

function Action({ id, route, label, name, onDone }: ActionProps) {
  const client = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: () => call<RouteContract & typeof route>(route, { params: { id } }),
    onSuccess: () => onDone?.(),
    onSettled: () => invalidate(client, listImports, importDetail),
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

/** How far an import is, what it did, or why not. */
export function ImportState({ job }: { readonly job: ImportJob }) {
  const translate = useTranslations('imports.list')
  const { number } = useFormat()
  const { state, task, failure, counts, share } = job
  if (state === 'running') {
    const percent = number(Math.floor(share * 100))
    const text = translate(task === 'check' ? 'checking' : 'importing', { percent })
    return (
      <div className="import-job-state">
        <progress aria-label={text} max={1} value={share} />
        <span className="number">{text}</span>
      </div>
    )
  }
  const fresh = counts?.fresh ?? 0
  // A file that was looked at and cannot be read waits for nobody.
  const isUnreadable = state === 'open' && failure !== null && job.hasFile
  const failed = failure === null ? '' : translate(`failures.${failure}`)
  const texts = {
    uploading: translate('uploading'),
    open: isUnreadable ? failed : translate(job.hasFile ? 'ready' : 'expired'),
    waiting: translate('waiting'),
    checked: translate(job.hasFile ? 'checked' : 'expired'),
    done: translate('done', { count: fresh, figure: number(fresh) }),
    failed,
    cancelled: translate('cancelled'),
  }
  return (
    <p
      className="import-job-state"
      role="status"
      data-failure={state === 'failed' || isUnreadable || undefined}
    >
      {texts[state]}
    </p>
  )
}
