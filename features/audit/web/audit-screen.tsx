import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Notice } from '#kit/ui/notice.tsx'
import { ApiError } from '#kit/web/calls/call.ts'
import { failureKey } from '#kit/web/calls/failure-text.ts'
import { AntdProvider } from '#kit/web/antd/antd-provider.tsx'
import { RecordPages, RecordTable } from '#kit/web/antd/antd-table.tsx'
import { useFormat } from '#kit/web/formats/use-format.ts'
import type { AuditEntry } from '../contract/routes.ts'
import { useAuditColumns } from './audit-columns.tsx'
import { AuditFilters } from './audit-filters.tsx'
import { EntryDrawer } from './entry-drawer.tsx'
import { auditQuery } from './query-audit.ts'
import { useAuditAddress } from './use-audit-address.ts'
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
  const [address, change] = useAuditAddress()
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
        {entries.isError ? (
          <Failure error={entries.error} onRetry={() => void entries.refetch()} />
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

function Failure({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }) {
  const translate = useTranslations('audit')
  const told = useTranslations('errors')
  const isForbidden = error instanceof ApiError && error.status === 403
  const retry = (
    <button type="button" className="button" onClick={onRetry}>
      {translate('retry')}
    </button>
  )
  return (
    <Notice
      icon={isForbidden ? 'lock' : 'warning'}
      title={translate(isForbidden ? 'forbiddenTitle' : 'failedTitle')}
      action={isForbidden ? undefined : retry}
      isFailure
    >
      <p className="sentence">
        {isForbidden ? translate('forbiddenText') : told(failureKey(error))}
      </p>
    </Notice>
  )
}
