import { useTranslations } from 'use-intl'
import { useFormat } from '#kit/web/formats/use-format.ts'
import { useNow } from '#kit/web/formats/use-now.ts'
import type { ExportJob } from '../../contract/routes.ts'

/** How far an export is, what its file has, or why there is none. */
export function JobState({ job }: { readonly job: ExportJob }) {
  const translate = useTranslations('exports.list')
  const { state, failure, isOpen } = job
  if (state === 'running') return <Progress job={job} />
  if (state === 'done')
    return isOpen ? <Done job={job} /> : <Sentence text={translate('closed')} isFailure />
  if (state === 'failed' && failure)
    return <Sentence text={translate(`failures.${failure}`)} isFailure />
  return <Sentence text={translate(state === 'cancelled' ? 'cancelled' : 'waiting')} />
}

/** What is shown once, when it becomes so. */
function Sentence({ text, isFailure = false }: { text: string; isFailure?: boolean }) {
  return (
    <p className="export-job-state" role="status" data-failure={isFailure || undefined}>
      {text}
    </p>
  )
}

function Progress({ job: { readingsDone, readingsInAll } }: { readonly job: ExportJob }) {
  const translate = useTranslations('exports.list')
  const { number } = useFormat()
  const all = readingsInAll ?? 0
  const text = translate('progress', {
    ...{ count: all, done: number(readingsDone), figure: number(all) },
  })
  return (
    <div className="export-job-state">
      <progress
        aria-label={translate('progressLabel')}
        aria-valuetext={text}
        max={Math.max(1, all)}
        value={Math.min(readingsDone, all)}
      />
      <span className="number">{text}</span>
    </div>
  )
}

/** What the file of a job of each kind is counted in; an archive says elsewhere how many it has. */
const counted = {
  readings: 'done',
  report: 'donePages',
  handover: 'donePages',
  archive: 'doneArchive',
} as const

function Done({ job: { kind, rows, bytes, expiresAt } }: { readonly job: ExportJob }) {
  const translate = useTranslations('exports.list')
  const { number, moment } = useFormat()
  const now = useNow(30_000)
  const count = rows ?? 0
  const isSmall = (bytes ?? 0) < 1e6
  const size = isSmall
    ? translate('kilobytes', { figure: number(Math.ceil((bytes ?? 0) / 1e3)) })
    : translate('megabytes', { figure: number((bytes ?? 0) / 1e6, 1) })
  const until = expiresAt === null ? '' : moment(expiresAt, now)
  return (
    <Sentence
      text={
        count === 0 && kind === 'readings'
          ? translate('doneEmpty', { until })
          : translate(counted[kind], { count, figure: number(count), size, until })
      }
    />
  )
}
