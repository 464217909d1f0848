import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { Icon } from '#kit/ui/icon.tsx'
import { Notice } from '#kit/ui/notice.tsx'
import { LoadingPlace } from '#kit/web/screens/loading-place.tsx'
import { useListAddress } from '#kit/web/address/use-list-address.ts'
import { AntdProvider } from '#kit/web/antd/theme/antd-provider.tsx'
import { SearchField } from '#kit/web/antd/fields/antd-search-field.tsx'
import { RecordPages } from '#kit/web/antd/antd-table.tsx'
import { useFormat } from '#kit/web/formats/use-format.ts'
import { FailureNotice } from '#kit/web/screens/failure-notice.tsx'
import type { FoundArticle } from '../../contract/routes.ts'
import { articlesAddress } from '../addresses.ts'
import { articlesQuery } from '../query-articles.ts'
import { WriteLink } from './write-link.tsx'
import './read.css'

/** `/articles` */
export default function ArticlesScreen() {
  return (
    <AntdProvider>
      <Articles />
    </AntdProvider>
  )
}

function Articles() {
  const translate = useTranslations('articles.read')
  const [address, change] = useListAddress('/articles', articlesAddress)
  const articles = useQuery(articlesQuery(address))
  const found = articles.data?.data
  const isWhole = address.search === '' && address.product === ''
  return (
    <section className="panel articles" aria-labelledby="articles-title">
      <header className="panel-head articles-head">
        <h2 id="articles-title">{translate('title')}</h2>
        <search>
          <SearchField
            className="articles-search"
            mark={<Icon name="search" />}
            text={address.search}
            label={translate('search')}
            onSearch={(search) => change({ search }, { replace: true })}
          />
        </search>
        <WriteLink />
      </header>
      {address.product !== '' && (
        <p className="articles-product">
          {translate('ofProduct', { product: nameOf(found, address.product) })}
          <button type="button" className="button small" onClick={() => change({ product: '' })}>
            {translate('ofAll')}
          </button>
        </p>
      )}
      <p className="visually-hidden" role="status">
        {found && !articles.isPlaceholderData
          ? translate('found', { count: articles.data?.meta.total ?? 0 })
          : ''}
      </p>
      {articles.isError && !found ? (
        <FailureNotice error={articles.error} onRetry={() => void articles.refetch()} />
      ) : !found ? (
        <LoadingPlace height="240px" />
      ) : found.length === 0 ? (
        <Notice icon="document" title={translate(isWhole ? 'noneTitle' : 'notFoundTitle')}>
          <p>{translate(isWhole ? 'noneText' : 'notFoundText')}</p>
        </Notice>
      ) : (
        <ul className="articles-list" aria-busy={articles.isPlaceholderData}>
          {found.map((article) => (
            <Found key={article.id} article={article} />
          ))}
        </ul>
      )}
      <RecordPages {...address} total={articles.data?.meta.total ?? 0} onChange={change} />
    </section>
  )
}

/** Without any article only the key of the product is known. */
function nameOf(found: readonly FoundArticle[] | undefined, key: string): string {
  return found?.find(({ product }) => product?.key === key)?.product?.name ?? key
}

function Found({ article }: { readonly article: FoundArticle }) {
  const format = useFormat()
  const { id, title, excerpt, product, publishedAt } = article
  return (
    <li>
      <h3 dir="auto">
        <Link to="/articles/$id" params={{ id: String(id) }}>
          {title}
        </Link>
      </h3>
      <p dir="auto">{excerpt}</p>
      <small>
        {product !== null && (
          <Link to="/articles" search={{ product: product.key }} className="tag">
            {product.name}
          </Link>
        )}
        <span className="number">{format.date(publishedAt)}</span>
      </small>
    </li>
  )
}
