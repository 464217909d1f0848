import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { Icon } from '#kit/ui/icon.tsx'
import { Notice } from '#kit/ui/notice.tsx'
import { pageField, pageSizeField, textField } from '#kit/web/address/address.ts'
import { useListAddress } from '#kit/web/address/use-list-address.ts'
import { AntdProvider } from '#kit/web/antd/theme/antd-provider.tsx'
import { SearchField } from '#kit/web/antd/fields/antd-search-field.tsx'
import { RecordPages, RecordTable, type RecordColumn } from '#kit/web/antd/antd-table.tsx'
import { useFormat } from '#kit/web/formats/use-format.ts'
import { FailureNotice } from '#kit/web/screens/failure-notice.tsx'
import { retentionDays } from '../contract/limits.ts'
import type { ClientError } from '../contract/routes.ts'
import { errorsQuery } from './query-errors.ts'
import './errors.css'

const addressFields = { search: textField(200), page: pageField, limit: pageSizeField(20) }

/** `/administrator/errors`: errors that pages of the application met. */
export default function ErrorsScreen() {
  return (
    <AntdProvider>
      <Errors />
    </AntdProvider>
  )
}

function Errors() {
  const translate = useTranslations('client-errors')
  const [address, change] = useListAddress('/administrator/errors', addressFields)
  const errors = useQuery(errorsQuery(address))
  const columns = useColumns()
  return (
    <section className="panel" aria-labelledby="errors-title">
      <header className="panel-head errors-head">
        <h2 id="errors-title">{translate('title')}</h2>
        <search>
          <SearchField
            className="errors-search"
            mark={<Icon name="search" />}
            text={address.search}
            label={translate('search')}
            onSearch={(search) => change({ search }, { replace: true })}
          />
        </search>
        <span className="panel-note">{translate('kept', { days: retentionDays })}</span>
      </header>
      {errors.isError && !errors.data ? (
        <FailureNotice error={errors.error} onRetry={() => void errors.refetch()} />
      ) : (
        <RecordTable<ClientError>
          label={translate('title')}
          columns={columns}
          rows={errors.data?.data}
          rowKey={({ id }) => id}
          isOutdated={errors.isPlaceholderData}
          empty={<NoErrors isSearch={address.search !== ''} />}
        />
      )}
      <RecordPages {...address} total={errors.data?.meta.total ?? 0} onChange={change} />
    </section>
  )
}

function NoErrors({ isSearch }: { readonly isSearch: boolean }) {
  const translate = useTranslations('client-errors')
  return (
    <Notice
      icon={isSearch ? 'search' : 'check'}
      title={translate(isSearch ? 'notFoundTitle' : 'noneTitle')}
    >
      <p>{translate(isSearch ? 'notFoundText' : 'noneText')}</p>
    </Notice>
  )
}

function useColumns(): readonly RecordColumn<ClientError>[] {
  const translate = useTranslations('client-errors')
  const format = useFormat()
  return [
    {
      key: 'message',
      title: translate('message'),
      card: 'head',
      render: (error) => <Message error={error} />,
    },
    {
      key: 'occurrences',
      title: translate('occurrences'),
      align: 'right',
      render: ({ occurrences }) => <span className="number">{format.number(occurrences)}</span>,
    },
    {
      key: 'lastSeen',
      title: translate('lastSeen'),
      render: ({ lastSeen }) => <span className="number">{format.dateTime(lastSeen)}</span>,
    },
    {
      key: 'firstSeen',
      title: translate('firstSeen'),
      render: ({ firstSeen }) => <span className="number">{format.dateTime(firstSeen)}</span>,
    },
    { key: 'page', title: translate('page'), render: ({ page }) => <code>{page}</code> },
    { key: 'version', title: translate('version'), render: ({ version }) => version },
    { key: 'browser', title: translate('browser'), render: ({ browser }) => browser },
  ]
}

/** What was thrown; unfolded with where in the code. */
function Message({ error: { message, stack } }: { readonly error: ClientError }) {
  const translate = useTranslations('client-errors')
  const words = (
    <span className="errors-message" dir="auto">
      {message}
    </span>
  )
  if (stack === '') return words
  return (
    <details className="errors-detail">
      <summary>{words}</summary>
      {/* Keys scroll it too. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <pre tabIndex={0} role="group" aria-label={translate('stack')}>
        {stack}
      </pre>
    </details>
  )
}
