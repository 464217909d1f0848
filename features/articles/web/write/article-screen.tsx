import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { LoadingPlace } from '#kit/web/screens/loading-place.tsx'
import { AntdProvider } from '#kit/web/antd/theme/antd-provider.tsx'
import { replyData } from '#kit/web/calls/query-of.ts'
import { FailureNotice } from '#kit/web/screens/failure-notice.tsx'
import { useScreenName } from '#kit/web/screens/screen-name.ts'
import { articlePath } from '../../contract/article-path.ts'
import { ownArticleQuery } from '../query-articles.ts'
import { ArticleForm } from './article-form.tsx'
import './write.css'

/** `…/articles/create` and `…/articles/edit/{id}` */
export default function ArticleEditScreen() {
  const { id, product }: { readonly id?: string; readonly product?: string } = useParams({
    strict: false,
  })
  return (
    <AntdProvider>
      {id === undefined ? (
        <ArticleForm key={product} product={product ?? null} article={null} />
      ) : (
        <StoredArticle key={id} id={Number(id)} />
      )}
    </AntdProvider>
  )
}

function StoredArticle({ id }: { readonly id: number }) {
  const translate = useTranslations('articles.read')
  const query = useQuery({ ...ownArticleQuery(id), select: replyData })
  useScreenName(articlePath(query.data?.product ?? null, id), query.data?.title)
  if (query.data) return <ArticleForm product={query.data.product} article={query.data} />
  return (
    <section className="panel">
      {query.isError ? (
        <FailureNotice
          error={query.error}
          onRetry={() => void query.refetch()}
          missing={{ title: translate('missingTitle'), text: translate('missingText') }}
        />
      ) : (
        <LoadingPlace height="420px" />
      )}
    </section>
  )
}
