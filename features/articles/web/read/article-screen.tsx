import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { Icon } from '#kit/ui/icon.tsx'
import { LoadingPlace } from '#kit/web/screens/loading-place.tsx'
import { useFormat } from '#kit/web/formats/use-format.ts'
import { FailureNotice } from '#kit/web/screens/failure-notice.tsx'
import { useScreenName } from '#kit/web/screens/screen-name.ts'
import { replyData } from '#kit/web/calls/query-of.ts'
import type { LinkedSensor } from '../../contract/fields.ts'
import { DocumentView } from '../document-view.tsx'
import { articleQuery } from '../query-articles.ts'
import './read.css'

/** `/articles/{id}` */
export default function ArticleScreen() {
  const { id }: { readonly id?: string } = useParams({ strict: false })
  return <Article key={id} id={Number(id)} />
}

function Article({ id }: { readonly id: number }) {
  const translate = useTranslations('articles.read')
  const format = useFormat()
  const query = useQuery({ ...articleQuery(id), select: replyData })
  const article = query.data
  useScreenName(`/articles/${id}`, article?.title)
  if (!article)
    return (
      <section className="panel">
        {query.isError ? (
          <FailureNotice
            error={query.error}
            onRetry={() => void query.refetch()}
            missing={{ title: translate('missingTitle'), text: translate('missingText') }}
          />
        ) : (
          <LoadingPlace height="320px" />
        )}
      </section>
    )
  const { title, document, publishedAt, author, sensors, editPath } = article
  const date = format.date(publishedAt)
  return (
    <article className="panel article">
      <header>
        <Link to="/articles" className="article-back">
          <Icon name="back" size={14} />
          {translate('title')}
        </Link>
        <h2 dir="auto">{title}</h2>
        <p>
          {author === null ? translate('at', { date }) : translate('by', { date, name: author })}
          {editPath !== null && (
            <Link to={editPath} className="button small">
              <Icon name="edit" size={12} />
              {translate('edit')}
            </Link>
          )}
        </p>
      </header>
      <DocumentView document={document} />
      {sensors.length > 0 && <Sensors sensors={sensors} />}
    </article>
  )
}

/** What it is the procedure of, each with the way to its chart. */
function Sensors({ sensors }: { readonly sensors: readonly LinkedSensor[] }) {
  const translate = useTranslations('articles.read')
  return (
    <section className="article-sensors" aria-label={translate('sensors')}>
      <h3>{translate('sensors')}</h3>
      <ul>
        {sensors.map(({ id, lesiId, key, alias }) => (
          <li key={id}>
            <Link to="/warroomCharts" search={{ thing: lesiId, sensor: key }} className="chip">
              <Icon name="chart" size={12} />
              {alias} · {lesiId}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
