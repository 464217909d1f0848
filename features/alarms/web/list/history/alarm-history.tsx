import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { Notice } from '#kit/ui/notice.tsx'
import type { ChangeAddress } from '#kit/web/address/use-list-address.ts'
import { RecordPages, RecordTable } from '#kit/web/antd/antd-table.tsx'
import { useFormat } from '#kit/web/formats/use-format.ts'
import { useNow } from '#kit/web/formats/use-now.ts'
import { FailureNotice } from '#kit/web/screens/failure-notice.tsx'
import type { Alarm } from '../../../contract/alarm.ts'
import { NotRenewed } from '../../source/not-renewed.tsx'
import { SensorStates } from '../../words/sensor-states.tsx'
import type { ListAddress, listAddress } from '../list-address.ts'
import { useHistoryColumns } from './history-columns.tsx'
import { HistoryFilters } from './history-filters.tsx'
import { historyQuery } from './query-history.ts'

interface AlarmHistoryProps {
  readonly address: ListAddress
  readonly onChange: ChangeAddress<typeof listAddress>
}

const noAlarms: readonly Alarm[] = []

/** The alarms that came within a period, whatever became of them. */
export function AlarmHistory({ address, onChange }: AlarmHistoryProps) {
  const { zone } = useFormat()
  const history = useQuery(historyQuery(address, zone, useNow(60_000)))
  const rows = history.data?.data
  return (
    <SensorStates alarms={rows ?? noAlarms}>
      <div className="alarm-tools">
        <HistoryFilters {...{ address, onChange }} />
      </div>
      <NotRenewed query={history} />
      {history.isError && rows === undefined ? (
        <FailureNotice error={history.error} onRetry={() => void history.refetch()} />
      ) : (
        <HistoryTable
          rows={rows}
          isOutdated={history.isPlaceholderData}
          onOpen={(alarm) => onChange({ alarm, page: address.page })}
        />
      )}
      <RecordPages {...address} total={history.data?.meta.total ?? 0} onChange={onChange} />
    </SensorStates>
  )
}

interface HistoryTableProps {
  readonly rows: readonly Alarm[] | undefined
  readonly isOutdated: boolean
  readonly onOpen: (id: number) => void
}

function HistoryTable({ rows, isOutdated, onOpen }: HistoryTableProps) {
  const translate = useTranslations('alarms')
  const columns = useHistoryColumns(onOpen)
  return (
    <div className="alarm-records">
      <RecordTable<Alarm>
        label={translate('tab.history')}
        {...{ columns, rows, isOutdated }}
        rowKey={({ id }) => id}
        empty={
          <Notice icon="search" title={translate('history.none')}>
            <p>{translate('history.noneText')}</p>
          </Notice>
        }
      />
    </div>
  )
}
