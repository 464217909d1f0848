import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { Notice } from '#kit/ui/notice.tsx'
import { RecordTable } from '#kit/web/antd/antd-table.tsx'
import { FailureNotice } from '#kit/web/screens/failure-notice.tsx'
import type { Shelf } from '../../../contract/alarm.ts'
import { NotRenewed } from '../../source/not-renewed.tsx'
import { shelvedQuery } from '../../source/query-alarms.ts'
import { useShelfColumns } from './shelf-columns.tsx'

/** What shows no alarms for a while, by whom and until when. */
export function ShelvedList() {
  const translate = useTranslations('alarms')
  const shelved = useQuery(shelvedQuery)
  const columns = useShelfColumns()
  if (shelved.isError && shelved.data === undefined)
    return <FailureNotice error={shelved.error} onRetry={() => void shelved.refetch()} />
  return (
    <div className="alarm-records">
      <NotRenewed query={shelved} />
      <RecordTable<Shelf>
        label={translate('tab.shelved')}
        columns={columns}
        rows={shelved.data?.data}
        rowKey={({ origin, device, sensor }) => `${device.id} ${sensor?.id ?? ''} ${origin}`}
        empty={
          <Notice icon="bell" title={translate('shelf.none')}>
            <p>{translate('shelf.noneText')}</p>
          </Notice>
        }
      />
    </div>
  )
}
