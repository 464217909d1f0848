import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button, Drawer } from 'antd'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { listDeletions, type StoredDeletion } from '#features/readings/contract/deletions.ts'
import { Notice } from '#kit/ui/notice.tsx'
import { RecordPages, RecordTable, type RecordColumn } from '#kit/web/antd/antd-table.tsx'
import { queryOf } from '#kit/web/calls/query-of.ts'
import { useFormat } from '#kit/web/formats/use-format.ts'
import { useNow } from '#kit/web/formats/use-now.ts'
import { FailureNotice } from '#kit/web/screens/failure-notice.tsx'
import { DeleteStoredDialog } from './delete-stored-dialog.tsx'
import { StoredState } from './stored-state.tsx'
import './stored.css'

const askEveryMs = 2_000
const limit = 20

/** Stored readings of removed devices and sensors: kept, being deleted, deleted. */
export function StoredDrawer({ onClose }: { readonly onClose: () => void }) {
  const translate = useTranslations('devices.stored')
  const [page, setPage] = useState(1)
  const [asked, setAsked] = useState<StoredDeletion | null>(null)
  const stored = useQuery({
    ...queryOf(listDeletions, { query: { page, limit } }),
    placeholderData: keepPreviousData,
    refetchInterval: askEveryMs,
    meta: { quiet: true },
  })
  const columns = useStoredColumns(setAsked)
  return (
    <Drawer open onClose={onClose} title={translate('title')} size={760}>
      <p className="device-note">{translate('intro')}</p>
      {stored.isError && stored.data === undefined ? (
        <FailureNotice error={stored.error} onRetry={() => void stored.refetch()} />
      ) : (
        <RecordTable<StoredDeletion>
          label={translate('title')}
          columns={columns}
          rows={stored.data?.data}
          rowKey={({ id }) => id}
          isOutdated={stored.isPlaceholderData}
          empty={
            <Notice icon="check" title={translate('none')}>
              <p>{translate('noneText')}</p>
            </Notice>
          }
        />
      )}
      <RecordPages
        {...{ page, limit }}
        total={stored.data?.meta.total ?? 0}
        onChange={(change) => setPage('page' in change ? change.page : 1)}
      />
      {asked && <DeleteStoredDialog deletion={asked} onClose={() => setAsked(null)} />}
    </Drawer>
  )
}

function useStoredColumns(
  onDelete: (deletion: StoredDeletion) => void,
): readonly RecordColumn<StoredDeletion>[] {
  const translate = useTranslations('devices.stored')
  const format = useFormat()
  const now = useNow(30_000)
  return [
    {
      key: 'name',
      title: translate('what'),
      card: 'head',
      render: ({ deviceName, lesiId, sensor, sensorCount }) => (
        <span className="stored-what">
          <b>{deviceName}</b> <span className="device-id">{lesiId}</span>
          <small>{sensor ? sensor.name : translate('sensors', { count: sensorCount })}</small>
        </span>
      ),
    },
    {
      key: 'removed',
      title: translate('removed'),
      render: ({ removedAt }) => <span className="number">{format.moment(removedAt, now)}</span>,
    },
    {
      key: 'state',
      title: translate('state'),
      render: (deletion) => <StoredState deletion={deletion} />,
    },
    {
      key: 'do',
      title: '',
      align: 'right',
      card: 'bare',
      render: (deletion) =>
        (deletion.state === 'kept' || deletion.state === 'failed') && (
          <Button size="small" onClick={() => onDelete(deletion)}>
            {translate(deletion.state === 'kept' ? 'delete' : 'again')}
          </Button>
        ),
    },
  ]
}
