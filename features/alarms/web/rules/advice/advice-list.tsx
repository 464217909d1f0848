import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { Notice } from '#kit/ui/notice.tsx'
import { RecordTable } from '#kit/web/antd/antd-table.tsx'
import { queryOf, replyData } from '#kit/web/calls/query-of.ts'
import { FailureNotice } from '#kit/web/screens/failure-notice.tsx'
import { adviseRules, type AdvisedSource } from '../../../contract/rule-routes.ts'
import type { EditedRule } from '../form/use-rule-editing.ts'
import { useAdviceColumns } from './advice-columns.tsx'

const days = 7

interface AdviceListProps {
  readonly onApply: (edited: EditedRule) => void
}

/** The sources with the most alarms, each with what would help. */
export function AdviceList({ onApply }: AdviceListProps) {
  const translate = useTranslations('alarms.rules.advice')
  const advice = useQuery({
    ...queryOf(adviseRules, { query: { days } }),
    select: replyData,
    staleTime: 60_000,
    meta: { quiet: true },
  })
  const columns = useAdviceColumns(onApply)
  if (advice.isError && advice.data === undefined)
    return <FailureNotice error={advice.error} onRetry={() => void advice.refetch()} />
  return (
    <>
      <div className="alarm-rules-tools">
        <p className="alarm-rules-note">{translate('text', { days })}</p>
      </div>
      <div className="alarm-rules-records">
        <RecordTable<AdvisedSource>
          label={translate('label')}
          columns={columns}
          rows={advice.data?.sources}
          rowKey={({ origin, sensor }) => `${origin} ${sensor.thing} ${sensor.key}`}
          empty={
            <Notice icon="check" title={translate('none')}>
              <p>{translate('noneText')}</p>
            </Notice>
          }
        />
      </div>
    </>
  )
}
