import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { Select } from 'antd'
import { useTranslations } from 'use-intl'
import { Icon } from '#kit/ui/icon.tsx'
import { Notice } from '#kit/ui/notice.tsx'
import { useListAddress } from '#kit/web/address/use-list-address.ts'
import { AntdProvider } from '#kit/web/antd/theme/antd-provider.tsx'
import { SearchField } from '#kit/web/antd/fields/antd-search-field.tsx'
import { RecordPages, RecordTable, type RecordColumn } from '#kit/web/antd/antd-table.tsx'
import { useFormat } from '#kit/web/formats/use-format.ts'
import { FailureNotice } from '#kit/web/screens/failure-notice.tsx'
import { articlePath, articlesPath } from '../../contract/article-path.ts'
import type { ArticleRow } from '../../contract/writing-routes.ts'
import { ownArticlesAddress } from '../addresses.ts'
import { ownArticlesQuery } from '../query-articles.ts'
import './write.css'

/** `/administrator/articles` and `/administrator/{product}/articles` */
export default function ArticlesListScreen() {
  const { product }: { readonly product?: string } = useParams({ strict: false })
  return (
    <AntdProvider>
      <OwnArticles key={product} product={product ?? null} />
    </AntdProvider>
  )
}

function OwnArticles({ product }: { readonly product: string | null }) {
  const translate = useTranslations('articles.write')
  const base = articlesPath(product)
  const [address, change] = useListAddress(base, ownArticlesAddress)
  const { search, state } = address
  const articles = useQuery(ownArticlesQuery(address, product ?? '', state))
  const columns = useColumns(product)
  return (
    <section className="panel" aria-labelledby="own-articles-title">
      <header className="panel-head own-articles-head">
        <h2 id="own-articles-title">{translate('title')}</h2>
        <search className="own-articles-filters">
          <SearchField
            className="own-articles-search"
            mark={<Icon name="search" />}
            text={search}
            label={translate('search')}
            onSearch={(text) => change({ search: text }, { replace: true })}
          />
          <Select<string>
            aria-label={translate('state')}
            className="own-articles-state"
            value={state ?? ''}
            onChange={(next) => change({ state: next === '' ? null : (next as typeof state) })}
            options={[
              { value: '', label: translate('everyState') },
              { value: 'draft', label: translate('drafts') },
              { value: 'published', label: translate('publishedOnes') },
            ]}
          />
        </search>
        <Link to={`${base}/create`} className="button primary">
          <Icon name="plus" size={12} />
          {translate('add')}
        </Link>
      </header>
      {articles.isError && articles.data === undefined ? (
        <FailureNotice error={articles.error} onRetry={() => void articles.refetch()} />
      ) : (
        <RecordTable<ArticleRow>
          label={translate('title')}
          columns={columns}
          rows={articles.data?.data}
          rowKey={({ id }) => id}
          isOutdated={articles.isPlaceholderData}
          empty={
            <Notice icon="document" title={translate('noneTitle')}>
              <p>{translate(search === '' && state === null ? 'noneText' : 'notFoundText')}</p>
            </Notice>
          }
        />
      )}
      <RecordPages {...address} total={articles.data?.meta.total ?? 0} onChange={change} />
    </section>
  )
}

function useColumns(product: string | null): readonly RecordColumn<ArticleRow>[] {
  const translate = useTranslations('articles.write')
  const format = useFormat()
  return [
    {
      key: 'title',
      title: translate('name'),
      card: 'head',
      render: ({ id, title }) => (
        <Link to={articlePath(product, id)} className="own-article-name" dir="auto">
          {title}
        </Link>
      ),
    },
    {
      key: 'state',
      title: translate('state'),
      width: 190,
      render: ({ state }) => (
        <span className="own-article-state" data-state={state}>
          {translate(`states.${state}`)}
        </span>
      ),
    },
    {
      key: 'saved',
      title: translate('savedAt'),
      width: 180,
      render: ({ savedAt }) => <span className="number">{format.dateTime(savedAt)}</span>,
    },
    {
      key: 'by',
      title: translate('savedBy'),
      width: 200,
      render: ({ savedBy }) => savedBy ?? translate('goneAccount'),
    },
  ]
}
