import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { sensorsOnDisk, type SensorOnDisk } from '#features/readings/contract/sensors-on-disk.ts'
import { Icon } from '#kit/ui/icon.tsx'
import { SearchField } from '#kit/web/antd/fields/antd-search-field.tsx'
import { RecordPages, RecordTable, type RecordColumn } from '#kit/web/antd/antd-table.tsx'
import { queryOf } from '#kit/web/calls/query-of.ts'
import { isolated } from '#kit/web/formats/isolated.ts'
import { useFormat } from '#kit/web/formats/use-format.ts'
import { useNow } from '#kit/web/formats/use-now.ts'
import { FailureNotice } from '#kit/web/screens/failure-notice.tsx'
import { useSize } from './use-size.ts'

const nowEveryMs = 10_000
const begin = { search: '', page: 1, limit: 20 }

/** What each sensor takes on disk, about; the dearest first. */
export function SensorsOnDisk() {
  const translate = useTranslations('administration.retention.onDisk')
  const [asked, setAsked] = useState(begin)
  const sensors = useQuery({
    ...queryOf(sensorsOnDisk, { query: asked }),
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  })
  const columns = useColumns()
  const meta = sensors.data?.meta
  return (
    <section className="retention-part is-wide" aria-labelledby="on-disk-title">
      <h3 id="on-disk-title">{translate('title')}</h3>
      <p>{translate('text')}</p>
      <div role="search">
        <SearchField
          className="filters-search"
          mark={<Icon name="search" />}
          text={asked.search}
          label={translate('search')}
          onSearch={(search) => setAsked({ ...asked, search, page: 1 })}
        />
      </div>
      {sensors.isError && sensors.data === undefined ? (
        <FailureNotice error={sensors.error} onRetry={() => void sensors.refetch()} />
      ) : (
        <RecordTable<SensorOnDisk>
          label={translate('title')}
          columns={columns}
          rows={sensors.data?.data}
          rowKey={({ id }) => id}
          isOutdated={sensors.isPlaceholderData}
          empty={<p>{translate(asked.search === '' ? 'nothing' : 'noneFound')}</p>}
        />
      )}
      {meta && meta.total > 0 && <Sum {...meta} />}
      <RecordPages
        {...asked}
        total={meta?.total ?? 0}
        onChange={(change) => setAsked({ ...asked, ...change })}
      />
    </section>
  )
}

interface SumProps {
  readonly total: number
  readonly bytes: number
  readonly at: number
}

function Sum({ total, bytes, at }: SumProps) {
  const translate = useTranslations('administration.retention.onDisk')
  const { moment, number } = useFormat()
  const size = useSize()
  const now = useNow(nowEveryMs)
  const figures = { count: total, figure: number(total), size: size(bytes), at: moment(at, now) }
  return <p>{translate('sum', figures)}</p>
}

function useColumns(): readonly RecordColumn<SensorOnDisk>[] {
  const translate = useTranslations('administration.retention.onDisk')
  const { number } = useFormat()
  const size = useSize()
  return [
    {
      key: 'sensor',
      title: translate('sensor'),
      card: 'head',
      render: ({ id, isRemoved, alias, key }) =>
        isRemoved ? translate('removed', { id: String(id) }) : <b>{isolated(alias || key)}</b>,
    },
    {
      key: 'device',
      title: translate('device'),
      render: ({ isRemoved, device, lesiId }) => (isRemoved ? '–' : isolated(device || lesiId)),
    },
    {
      key: 'readings',
      title: translate('readings'),
      align: 'right',
      render: ({ readings }) => <span className="number">{number(readings)}</span>,
    },
    {
      key: 'bytes',
      title: translate('bytes'),
      align: 'right',
      render: ({ bytes }) => <span className="number">{size(bytes)}</span>,
    },
  ]
}
