import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { Icon } from '#kit/ui/icon.tsx'
import { LoadingPlace } from '#kit/web/screens/loading-place.tsx'
import { isolated } from '#kit/web/formats/isolated.ts'
import { useScreenName } from '#kit/web/screens/screen-name.ts'
import { FailureNotice } from '#kit/web/screens/failure-notice.tsx'
import type { ShareList } from '../../contract/sharing.ts'
import { PagesLink } from '../index/pages-link.tsx'
import { KioskLinks } from './kiosk-links.tsx'
import { kioskLinksQuery, sharesQuery } from './query-sharing.ts'
import { ShareForm } from './share-form.tsx'
import { ShareList as SharedWith } from './share-list.tsx'
import './sharing.css'

/** With whom a page or dashboard is shared, and the links to it, for those who may share it. */
export default function SharingScreen() {
  const { id = '' }: { readonly id?: string } = useParams({ strict: false })
  const translate = useTranslations('pages.sharing')
  const shares = useQuery(sharesQuery(id))
  const links = useQuery(kioskLinksQuery(id))
  useScreenName(`/boards/sharing/${id}`, shares.data?.board.name)
  if (shares.isError && !shares.data)
    return (
      <FailureNotice
        error={shares.error}
        missing={{ title: translate('gone'), text: translate('goneText') }}
        forbidden={translate('forbidden')}
        wayBack={<PagesLink />}
        onRetry={() => void shares.refetch()}
      />
    )
  if (!shares.data) return <LoadingPlace height="240px" />
  const { board } = shares.data
  return (
    <div className="sharing">
      <header className="sharing-head">
        <h2>{translate('heading', { name: isolated(board.name) })}</h2>
        <BackLink id={id} kind={board.kind} />
      </header>
      <section className="panel" aria-labelledby="sharing-people">
        <header className="panel-head">
          <h2 id="sharing-people">{translate('people')}</h2>
        </header>
        <div className="panel-body">
          <SharedWith id={id} list={shares.data} />
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
            <LoadingPlace height="92px" />
          )}
        </div>
      </section>
    </div>
  )
}

interface BackLinkProps {
  readonly id: string
  readonly kind: ShareList['board']['kind']
}

/** To what is shared, as it is seen. */
function BackLink({ id, kind }: BackLinkProps) {
  const translate = useTranslations('pages.sharing')
  const content = (
    <>
      <Icon name="back" />
      {translate('back', { kind })}
    </>
  )
  return kind === 'page' ? (
    <Link className="button" to="/warroomIndex" search={{ page: id }}>
      {content}
    </Link>
  ) : (
    <Link className="button" to="/warroomDashboard" search={{ dashboard: id }}>
      {content}
    </Link>
  )
}
