import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useCallback, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Icon } from '#kit/ui/icon.tsx'
import { FailureNotice } from '#kit/web/screens/failure-notice.tsx'
import { useInterrupted } from '#kit/web/screens/unsaved.ts'
import { isNarrowQuery, useMedia } from '#kit/web/browser/use-media.ts'
import { useUnattendedRetry } from '#kit/web/wall/use-unattended-retry.ts'
import { useWallMode } from '#kit/web/wall/use-wall-mode.ts'
import { useNavigateHere } from '#kit/web/screens/navigate-here.ts'
import type { BoardSummary } from '../../contract/board.ts'
import { pagesQuery } from '../calls/query-pages.ts'
import { useListedBoardUpdates } from '../calls/use-board-updates.ts'
import { nameForm } from '../dialogs/name-dialog.tsx'
import { BlankPages } from './blank/blank-pages.tsx'
import { PagesDrawer } from './drawer/pages-drawer.tsx'
import { MissingPage } from './missing-page.tsx'
import { PageView } from './page-view.tsx'
import { shownPage } from './shown-page.ts'
import { usePageDialogs } from './use-page-dialogs.tsx'
import './index.css'

/** The pages of the person: their list, and the one that is shown, live. */
export default function PagesScreen() {
  const pages = useQuery(pagesQuery)
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false })
  useInterrupted(nameForm)
  useUnattendedRetry(isWallIn(search), pages)
  if (pages.data) return <Pages pages={pages.data} />
  if (pages.isError)
    return <FailureNotice error={pages.error} onRetry={() => void pages.refetch()} />
  return <PagesLoading />
}

function Pages({ pages }: { readonly pages: readonly BoardSummary[] }) {
  const translate = useTranslations('pages')
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false })
  const navigate = useNavigateHere()
  const isNarrow = useMedia(isNarrowQuery)
  const [isHidden, setHidden] = useState(false)
  useListedBoardUpdates()
  const wantsWall = isWallIn(search)
  const { shown, isMissing } = shownPage(pages, search['page'], wantsWall)
  const isWall = wantsWall && shown !== undefined
  const go = useCallback(
    (page: string | undefined, wall: boolean, version?: number) =>
      void navigate({
        to: '/warroomIndex',
        search: ({ at }: { at?: string }) => ({
          ...(page && { page }),
          ...(wall && { wall: 'on' }),
          ...(version === undefined ? at && { at } : { version }),
        }),
        replace: true,
      }),
    [navigate],
  )
  const show = useCallback((id: string) => go(id, isWall), [go, isWall])
  const view = (id?: string, version?: number) => go(id, false, version)
  const [dialogs, dialog] = usePageDialogs(pages, view)
  const setWall = (isOn: boolean) => {
    if (shown) go(shown.id, isOn)
  }
  useWallMode({ isOn: isWall, onChange: setWall })
  return (
    <div className="pages" data-hidden={isHidden ? '' : undefined}>
      {!isNarrow && !isHidden && !isWall && (
        <PagesDrawer
          pages={pages}
          shownId={shown?.id}
          dialogs={dialogs}
          onHide={() => setHidden(true)}
        />
      )}
      <div className="pages-stage">
        {isHidden && !isNarrow && !isWall && (
          <button
            type="button"
            className="icon-button small pages-show"
            aria-label={translate('drawer.show')}
            title={translate('drawer.show')}
            onClick={() => setHidden(false)}
          >
            <Icon name="chevron-right" />
          </button>
        )}
        {isMissing ? (
          <MissingPage />
        ) : shown ? (
          <PageView {...{ pages, shown, dialogs, isNarrow, isWall, show, setWall }} />
        ) : (
          <BlankPages dialogs={dialogs} />
        )}
      </div>
      {dialog}
    </div>
  )
}

const isWallIn = (search: Readonly<Record<string, unknown>>) => search['wall'] === 'on'

/** The shape of the screen while the pages are on their way. */
function PagesLoading() {
  const translate = useTranslations('common')
  return (
    <div className="pages" role="status">
      <span className="visually-hidden">{translate('loading')}</span>
      <div className="pages-drawer pages-loading">
        <div className="skeleton" />
        <div className="skeleton" />
        <div className="skeleton" />
      </div>
      <div className="pages-stage pages-loading">
        <div className="skeleton area" />
        <div className="skeleton area" />
      </div>
    </div>
  )
}
