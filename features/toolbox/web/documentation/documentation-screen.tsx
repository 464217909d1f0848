import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { Icon } from '#kit/ui/icon.tsx'
import { rovingFocus } from '#kit/ui/roving-focus.ts'
import { Skeleton } from '#kit/ui/skeleton.tsx'
import { fetchedOnce } from '#kit/web/calls/query-of.ts'
import { FailureNotice } from '#kit/web/screens/failure-notice.tsx'
import { findPages, loadGuide, type GuidePage } from './guide-pages.ts'
import './documentation.css'

/** `/documentation/index`: the user guide, one page a task; `?page=` names one. */
export default function DocumentationScreen() {
  const locale = useLocale()
  const guide = useQuery({
    queryKey: ['guide', locale],
    queryFn: () => loadGuide(locale),
    ...fetchedOnce,
    meta: { quiet: true },
  })
  if (guide.data) return <Guide guide={guide.data} />
  return (
    <section className="panel">
      {guide.isError ? (
        <FailureNotice error={guide.error} onRetry={() => void guide.refetch()} />
      ) : (
        <Skeleton width="100%" height="320px" />
      )}
    </section>
  )
}

function Guide({ guide }: { readonly guide: readonly GuidePage[] }) {
  const translate = useTranslations('toolbox.documentation')
  const { page }: { readonly page?: unknown } = useSearch({ strict: false })
  const [typed, setTyped] = useState('')
  const found = findPages(guide, typed)
  const shown = found.find(({ id }) => id === page) ?? found[0]
  return (
    <div className="panel documentation">
      <nav aria-label={translate('pages')}>
        <label className="input">
          <Icon name="search" />
          <input
            type="search"
            aria-label={translate('search')}
            placeholder={translate('search')}
            maxLength={100}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
        </label>
        <ul ref={rovingFocus}>
          {found.map(({ id, title }) => (
            <li key={id}>
              <Link
                to="/documentation/index"
                search={{ page: id }}
                aria-current={id === shown?.id ? 'page' : undefined}
              >
                {title}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      {shown ? <Page page={shown} /> : <p role="status">{translate('none')}</p>}
    </div>
  )
}

function Page({ page: { title, intro, points, path } }: { readonly page: GuidePage }) {
  const translate = useTranslations('toolbox.documentation')
  return (
    <article>
      <h2>{title}</h2>
      <p>{intro}</p>
      <ul>
        {points.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
      {path !== null && (
        <Link to={path} className="button">
          {translate('open')}
          <Icon name="chevron-right" />
        </Link>
      )}
    </article>
  )
}
