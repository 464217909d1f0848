import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { readThing } from '#features/ingest/contract/things.ts'
import { Icon } from '#kit/ui/icon.tsx'
import { Skeleton } from '#kit/ui/skeleton.tsx'
import { RecordPages } from '#kit/web/antd/antd-table.tsx'
import { SearchField } from '#kit/web/antd/fields/antd-search-field.tsx'
import { queryOf, replyData } from '#kit/web/calls/query-of.ts'
import { FailureNotice } from '#kit/web/screens/failure-notice.tsx'
import { shownThing } from './shown-thing.ts'
import { ThingMark } from './thing-row.tsx'
import { ThingSensors } from './thing-sensors.tsx'
import { RawMessage, Refused } from './thing-messages.tsx'

const askEveryMs = 1_000
const limit = 100

interface ThingPanelProps {
  readonly lesiId: string
  /** Of its sensors. */
  readonly page: number
  readonly onPage: (page: number) => void
  readonly onClose: () => void
}

/** A device: its last message as it came, beside what was understood, and what was refused. */
export function ThingPanel({ lesiId, page, onPage, onClose }: ThingPanelProps) {
  const translate = useTranslations('scada.things')
  const [find, setFind] = useState('')
  const search = (text: string) => {
    setFind(text)
    onPage(1)
  }
  const query = { page, limit, ...(find === '' ? {} : { find }) }
  const thing = useQuery({
    ...queryOf(readThing, { params: { lesiId }, query }),
    select: replyData,
    placeholderData: keepPreviousData,
    refetchInterval: askEveryMs,
    meta: { quiet: true },
  })
  const { data, error } = shownThing(thing)
  return (
    <section className="panel thing-panel" aria-label={data?.thing.name ?? lesiId}>
      <header className="panel-head thing-head">
        <div>
          <h2>{data?.thing.name ?? lesiId}</h2>
          <span className="thing-id">{lesiId}</span>
          {data && <ThingMark thing={data.thing} />}
        </div>
        <button
          type="button"
          className="icon-button"
          aria-label={translate('close')}
          onClick={onClose}
        >
          <Icon name="close" />
        </button>
      </header>
      {error && (
        <FailureNotice
          error={error}
          onRetry={() => void thing.refetch()}
          missing={{ title: translate('missing'), text: translate('missingText') }}
        />
      )}
      {thing.isPending && <Skeleton width="100%" height="240px" />}
      {data && (
        // It scrolls: keys must reach it.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <div className="thing-body" tabIndex={0} role="region" aria-label={translate('details')}>
          <RawMessage open={data} />
          <Refused open={data} />
          <div className="thing-part">
            <h3>{translate('understood')}</h3>
            <SearchField
              className="things-find"
              mark={<Icon name="search" />}
              text={find}
              label={translate('findSensor')}
              onSearch={search}
            />
          </div>
          <ThingSensors open={data} />
          <RecordPages
            {...{ page, limit }}
            total={data.total}
            onChange={(change) => onPage('page' in change ? change.page : 1)}
          />
        </div>
      )}
    </section>
  )
}
