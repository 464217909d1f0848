import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import {
  repeatedRefusals,
  summariseRefusals,
  type RefusedSender,
} from '#features/ingest/contract/tail.ts'
import { Notice } from '#kit/ui/notice.tsx'
import { Skeleton } from '#kit/ui/skeleton.tsx'
import { queryOf, replyData } from '#kit/web/calls/query-of.ts'
import { RelativeTime } from '#kit/web/formats/relative-time.tsx'
import { useFormat } from '#kit/web/formats/use-format.ts'
import { FailureNotice } from '#kit/web/screens/failure-notice.tsx'

const askEveryMs = 5_000

function useSummary() {
  return useQuery({
    ...queryOf(summariseRefusals, {}),
    select: replyData,
    refetchInterval: askEveryMs,
    staleTime: 0,
    meta: { quiet: true },
  })
}

/** Who was refused within the last hour, and why the last time. */
export function RefusedSenders() {
  const translate = useTranslations('scada.refused')
  const { number } = useFormat()
  const summary = useSummary()
  const { data } = summary
  return (
    <section className="panel refused-panel" aria-labelledby="refused-title">
      <header className="panel-head">
        <h2 id="refused-title">{translate('heading')}</h2>
        {data && (
          <span className="panel-note">
            {translate('count', { count: data.lastHour, figure: number(data.lastHour) })}
          </span>
        )}
      </header>
      <Senders summary={summary} />
    </section>
  )
}

function Senders({ summary }: { readonly summary: ReturnType<typeof useSummary> }) {
  const translate = useTranslations('scada.refused')
  const { data, error } = summary
  if (data === undefined && error)
    return <FailureNotice error={error} onRetry={() => void summary.refetch()} />
  if (data === undefined) return <Skeleton width="100%" height="120px" />
  if (data.senders.length === 0) return <Notice icon="check" title={translate('none')} />
  return (
    <ul className="refused-list">
      {data.senders.map((sender) => (
        <Sender key={sender.lesiId ?? ''} sender={sender} />
      ))}
    </ul>
  )
}

function Sender({ sender }: { readonly sender: RefusedSender }) {
  const translate = useTranslations('scada.refused')
  const { number } = useFormat()
  const { lesiId, lastHour, lastMinutes, time, field, reason } = sender
  return (
    <li>
      <b>{lesiId ?? translate('nameless')}</b>
      <span className="refused-count">
        {translate('times', { count: lastHour, figure: number(lastHour) })}
      </span>
      {lesiId !== null && lastMinutes >= repeatedRefusals && (
        <span className="tag warning">{translate('repeated')}</span>
      )}
      <p>
        <code>{field}</code> <span lang="en">{reason}</span>
      </p>
      <small>
        <RelativeTime time={time} />
      </small>
    </li>
  )
}
