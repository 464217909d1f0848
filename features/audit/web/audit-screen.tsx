import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Notice } from '#kit/ui/notice.tsx'
import { AntdProvider } from '#kit/web/antd/theme/antd-provider.tsx'
import { useListAddress } from '#kit/web/address/use-list-address.ts'
import { RecordPages, RecordTable } from '#kit/web/antd/antd-table.tsx'
import { FailureNotice } from '#kit/web/screens/failure-notice.tsx'
import { useFormat } from '#kit/web/formats/use-format.ts'
import type { AuditEntry } from '../contract/routes.ts'
import { useAuditColumns } from './audit-columns.tsx'
import { AuditFilters } from './audit-filters.tsx'
import { EntryDrawer } from './entry-drawer.tsx'
import { auditQuery } from './query-audit.ts'
import { auditAddress } from './audit-address.ts'
import './audit.css'

/** `/administrator/audit` */
export default function AuditScreen() {
  return (
    <AntdProvider>
      <Audit />
    </AntdProvider>
  )
}

function Audit() {
  const translate = useTranslations('audit')
  const { zone } = useFormat()
  const [address, change] = useListAddress('/administrator/audit', auditAddress)
  const entries = useQuery(auditQuery(address, zone))
  const [opened, setOpened] = useState<AuditEntry | null>(null)
  const columns = useAuditColumns(setOpened)
  const showAll = () => change({ search: '', action: null, entity: null, from: '', to: '' })
  return (
    <div className="audit">
      <section className="panel" aria-labelledby="audit-title">
        <header className="panel-head audit-head">
          <h2 id="audit-title">{translate('title')}</h2>
          <AuditFilters address={address} onChange={change} />
        </header>
        {entries.isError && entries.data === undefined ? (
          <FailureNotice
            error={entries.error}
            onRetry={() => void entries.refetch()}
            title={translate('failedTitle')}
            forbidden={translate('forbiddenText')}
          />
        ) : (
          <RecordTable<AuditEntry>
            label={translate('title')}
            columns={columns}
            rows={entries.data?.data}
            rowKey={(entry) => entry.id}
            isOutdated={entries.isPlaceholderData}
            empty={<NoEntries onShowAll={showAll} />}
          />
        )}
        <RecordPages {...address} total={entries.data?.meta.total ?? 0} onChange={change} />
      </section>
      <EntryDrawer entry={opened} onClose={() => setOpened(null)} />
    </div>
  )
}

function NoEntries({ onShowAll }: { readonly onShowAll: () => void }) {
  const translate = useTranslations('audit')
  const showAll = (
    <button type="button" className="button" onClick={onShowAll}>
      {translate('showAll')}
    </button>
  )
  return (
    <Notice icon="search" title={translate('noneTitle')} action={showAll}>
      <p>{translate('noneText')}</p>
    </Notice>
  )
}
