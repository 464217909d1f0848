import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { Skeleton } from '#kit/ui/skeleton.tsx'
import { isolated } from '#kit/web/formats/isolated.ts'
import { FailureNotice } from '#kit/web/screens/failure-notice.tsx'
import { KioskLinks } from './kiosk-links.tsx'
import { kioskLinksQuery, sharesQuery } from './query-sharing.ts'
import { ShareForm } from './share-form.tsx'
import { ShareList } from './share-list.tsx'
import './sharing.css'

/** With whom a page or dashboard is shared, and the links to it, for those who may share it. */
export default function SharingScreen() {
  const { id = '' }: { readonly id?: string } = useParams({ strict: false })
  const translate = useTranslations('pages.sharing')
  const shares = useQuery(sharesQuery(id))
  const links = useQuery(kioskLinksQuery(id))
  if (shares.isError && !shares.data)
    return (
      <FailureNotice
        error={shares.error}
        missing={{ title: translate('gone'), text: translate('goneText') }}
        forbidden={translate('forbidden')}
        onRetry={() => void shares.refetch()}
      />
    )
  if (!shares.data) return <Skeleton width="100%" height="240px" />
  const { board } = shares.data
  return (
    <div className="sharing">
      <h2>{translate('heading', { name: isolated(board.name) })}</h2>
      <section className="panel" aria-labelledby="sharing-people">
        <header className="panel-head">
          <h2 id="sharing-people">{translate('people')}</h2>
        </header>
        <div className="panel-body">
          <ShareList id={id} list={shares.data} />
          <ShareForm id={id} list={shares.data} />
        </div>
      </section>
      <section className="panel" aria-labelledby="sharing-links">
        <header className="panel-head">
          <h2 id="sharing-links">{translate('links')}</h2>
        </header>
        <div className="panel-body">
          <p>{translate('linksText')}</p>
          {links.data ? (
            <KioskLinks id={id} links={links.data} />
          ) : links.isError ? (
            <FailureNotice error={links.error} onRetry={() => void links.refetch()} />
          ) : (
            <Skeleton width="100%" height="92px" />
          )}
        </div>
      </section>
    </div>
  )
}
