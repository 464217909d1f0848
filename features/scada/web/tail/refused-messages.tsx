import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Pagination } from 'antd'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { listRefusals, type Refusal } from '#features/ingest/contract/routes.ts'
import type { TailLine } from '#features/ingest/contract/tail.ts'
import { Notice } from '#kit/ui/notice.tsx'
import { Skeleton } from '#kit/ui/skeleton.tsx'
import { queryOf } from '#kit/web/calls/query-of.ts'
import { useFormat } from '#kit/web/formats/use-format.ts'
import { FailureNotice } from '#kit/web/screens/failure-notice.tsx'
import { TailTable } from './tail-table.tsx'

const askEveryMs = 2_000
const pageSize = 50

interface MessagesProps {
  readonly find: string
  readonly isPaused: boolean
}

function useRefusals({ find, isPaused }: MessagesProps, page: number) {
  return useQuery({
    ...queryOf(listRefusals, { query: { find, page: String(page), limit: String(pageSize) } }),
    refetchInterval: isPaused ? false : askEveryMs,
    staleTime: 0,
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  })
}

/** The newest refused messages with the start of each, also those before the page was opened. */
export function RefusedMessages(props: MessagesProps) {
  const translate = useTranslations('scada.live')
  const { number } = useFormat()
  const [page, setPage] = useState(1)
  const { data: reply, error, refetch } = useRefusals(props, page)
  if (!reply && error)
    return (
      <FailureNotice error={error} onRetry={() => void refetch()} title={translate('failed')} />
    )
  if (!reply) return <Skeleton width="100%" height="240px" />
  const { found, total } = reply.meta
  const current = Math.min(page, Math.max(1, Math.ceil(found / pageSize)))
  if (current < page) setPage(current)
  return (
    <>
      {found === 0 ? (
        <Notice
          icon="check"
          title={translate(props.find === '' ? 'noRefused' : 'noRefusedFound')}
        />
      ) : (
        <TailTable lines={reply.data.map(asLine)} isRaw isDated />
      )}
      <div className="panel-foot tail-foot">
        <span>
          {translate('listed', { count: found, figure: number(found), total: number(total) })}
        </span>
        {found > pageSize && (
          <Pagination
            size="small"
            {...{ current, pageSize, total: found, showSizeChanger: false, onChange: setPage }}
          />
        )}
      </div>
    </>
  )
}

const asLine = ({ id, time, source, lesiId, field, reason, excerpt }: Refusal): TailLine => ({
  kind: 'refused',
  ...{ id, time, source, lesiId, field, reason, raw: excerpt },
})
