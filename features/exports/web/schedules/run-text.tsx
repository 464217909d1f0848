import { useTranslations } from 'use-intl'
import { isolated } from '#kit/web/formats/isolated.ts'
import { useFormat } from '#kit/web/formats/use-format.ts'
import { useNow } from '#kit/web/formats/use-now.ts'
import type { ScheduleRun } from '../../contract/schedule/schedule.ts'
import { periodText } from '../list/period-text.ts'

interface RunTextProps {
  readonly run: ScheduleRun | null
  readonly timezone: string
}

/** How a schedule was carried out last, and what became of each mail that did not arrive. */
export function RunText({ run, timezone }: RunTextProps) {
  const translate = useTranslations('exports.schedules')
  const { moment } = useFormat()
  const now = useNow(30_000)
  if (run === null) return <p className="export-job-state">{translate('never')}</p>
  const period = periodText({ from: run.from, to: run.to, timezone })
  const sent = run.deliveries.filter(({ state }) => state === 'sent').length
  const isFailed = run.state === 'failed' || run.deliveries.some(({ state }) => state === 'failed')
  const text =
    run.state === 'making'
      ? translate('making', { period })
      : run.failure !== null
        ? translate('runFailed', {
            time: moment(run.begunAt, now),
            reason: translate(`failures.${run.failure}`),
          })
        : translate('sent', {
            ...{ time: moment(run.endedAt ?? run.begunAt, now), period, done: sent },
            count: run.deliveries.length,
          })
  return (
    <div className="export-run">
      <p className="export-job-state" role="status" data-failure={isFailed || undefined}>
        {text}
      </p>
      <Undelivered deliveries={run.deliveries} />
    </div>
  )
}

function Undelivered({ deliveries }: Pick<ScheduleRun, 'deliveries'>) {
  const translate = useTranslations('exports.schedules')
  const { moment } = useFormat()
  const now = useNow(30_000)
  const open = deliveries.filter(({ failure, state }) => failure !== null && state !== 'sent')
  if (open.length === 0) return null
  return (
    <ul className="export-undelivered">
      {open.map(({ to, failure, detail, nextAt }) => (
        <li key={to}>
          {translate(nextAt === null ? 'gaveUp' : 'triesAgain', {
            ...{ to: isolated(to), time: nextAt === null ? '' : moment(nextAt, now) },
            reason: translate(`deliveryFailures.${failure ?? 'defect'}`),
          })}
          {detail !== '' && <small>{detail}</small>}
        </li>
      ))}
    </ul>
  )
}
