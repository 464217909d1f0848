import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Command } from '#features/commands/contract/routes.ts'
import { isolated } from '#kit/web/formats/isolated.ts'
import { useFormat } from '#kit/web/formats/use-format.ts'
import { FailureNotice } from '#kit/web/screens/failure-notice.tsx'
import { Outcome } from './outcome.tsx'
import { historyPageSize, historyQuery } from './query-commands.ts'
import { useCommandWords } from './use-command-words.ts'

/** Who commanded what, when, and what became of it, newest first. */
export function CommandHistory({ lesiId }: { readonly lesiId: string }) {
  const translate = useTranslations('commands.history')
  const [page, setPage] = useState(1)
  const history = useQuery(historyQuery(lesiId, page))
  if (history.isError && history.data === undefined)
    return <FailureNotice error={history.error} onRetry={() => void history.refetch()} />
  if (!history.data) return <div className="skeleton area command-waiting" aria-hidden="true" />
  const { data, meta } = history.data
  const pages = Math.max(1, Math.ceil(meta.total / historyPageSize))
  return (
    <>
      <h4>{translate('title')}</h4>
      {meta.total === 0 && <p className="device-none">{translate('none')}</p>}
      <ul className="command-history" aria-live="polite">
        {data.map((command) => (
          <HistoryRow key={command.id} command={command} />
        ))}
      </ul>
      {pages > 1 && (
        <div className="command-pages">
          <Button size="small" disabled={page <= 1} onClick={() => setPage(page - 1)}>
            {translate('newer')}
          </Button>
          <span>{translate('page', { page, pages })}</span>
          <Button size="small" disabled={page >= pages} onClick={() => setPage(page + 1)}>
            {translate('older')}
          </Button>
        </div>
      )}
    </>
  )
}

function HistoryRow({ command }: { readonly command: Command }) {
  const translate = useTranslations('commands.history')
  const words = useCommandWords()
  const format = useFormat()
  const { targetName, value, previous, unit, sender, sentAt, reason } = command
  return (
    <li>
      <div>
        <b>{targetName}</b>{' '}
        <span>
          {previous !== null && `${words.value(previous, unit)} → `}
          {words.value(value, unit)}
        </span>
        <Outcome command={command} />
      </div>
      {reason && (
        <p className="command-reason">{translate('reason', { reason: isolated(reason) })}</p>
      )}
      <p>{translate('by', { name: isolated(sender), time: format.dateTime(sentAt) })}</p>
    </li>
  )
}
