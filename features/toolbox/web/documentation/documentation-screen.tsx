import { Link, useSearch } from '@tanstack/react-router'
import { useEffect, useRef, useState, type RefObject } from 'react'
import { useTranslations } from 'use-intl'
import { Icon } from '#kit/ui/icon.tsx'
import { rovingFocus } from '#kit/ui/roving-focus.ts'
import { Skeleton } from '#kit/ui/skeleton.tsx'
import { FailureNotice } from '#kit/web/screens/failure-notice.tsx'
import { firstPage } from '../help/help-pages.ts'
import { StartTour } from '../tour/start-tour.tsx'
import { findPages } from './find-pages.ts'
import { GuideArticle, OpenScreen } from './guide-article.tsx'
import type { GuidePage } from './guide-pages.ts'
import { useGuide } from './use-guide.ts'
import './documentation.css'

/**
 * `/documentation/index`, and `/guide/index` where the installation names no other guide: one page
 * a task; `?page=` names one.
 */
export default function DocumentationScreen() {
  const guide = useGuide()
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
  const nav = useRef<HTMLElement>(null)
  useScrollIntoView(nav, shown?.id)
  return (
    <div className="panel documentation">
      <nav ref={nav} aria-label={translate('pages')}>
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
                to="."
                search={{ page: id }}
                aria-current={id === shown?.id ? 'page' : undefined}
              >
                {title}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      {shown ? (
        <GuideArticle page={shown}>
          {shown.path !== null && <OpenScreen path={shown.path} />}
          {shown.id === firstPage && <StartTour />}
        </GuideArticle>
      ) : (
        <p role="status">{translate('none')}</p>
      )}
    </div>
  )
}

/** Where the list of pages scrolls, as on a phone, that which is shown is in sight. */
function useScrollIntoView(nav: RefObject<HTMLElement | null>, shown: string | undefined): void {
  useEffect(() => {
    const list = nav.current?.querySelector('ul')
    const current = list?.querySelector('[aria-current=page]')
    if (shown === undefined || !list || !current) return
    const { top, bottom } = list.getBoundingClientRect()
    const place = current.getBoundingClientRect()
    if (place.top < top || place.bottom > bottom) list.scrollTop += place.top - top
  }, [nav, shown])
}
