import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Icon } from '#kit/ui/icon.tsx'
import { useFormat } from '#kit/web/formats/use-format.ts'
import { useNow } from '#kit/web/formats/use-now.ts'
import { PastButton } from '#kit/web/past/past-button.tsx'
import { usePastMoment } from '#kit/web/past/past-room.tsx'
import { WallButton } from '#kit/web/wall/wall-button.tsx'
import { WallHead } from '#kit/web/wall/wall-head.tsx'
import type { Board, BoardSummary } from '../../contract/board.ts'
import { PageMenu } from './page-menu.tsx'
import type { PageDialogs } from './use-page-dialogs.tsx'

interface PageHeadProps {
  readonly pages: readonly BoardSummary[]
  readonly shown: BoardSummary
  /** Undefined while it is on its way. */
  readonly board: Board | undefined
  /** As it was saved once, where that is shown. */
  readonly earlier: Board | undefined
  readonly dialogs: PageDialogs
  /** An earlier version is looked at. */
  readonly isVersion: boolean
  readonly isNarrow: boolean
  readonly isWall: boolean
  readonly slider: ReactNode
  readonly show: (id: string) => void
  readonly setWall: (isOn: boolean) => void
}

/** What the page is called and holds, and what can be done with it. */
export function PageHead(props: PageHeadProps) {
  const { shown, board, earlier, dialogs, isVersion, isNarrow, isWall, slider, setWall } = props
  const translate = useTranslations('pages.head')
  const translateVersions = useTranslations('boards.versions')
  const [at] = usePastMoment()
  const isPresent = at === null && !isVersion
  if (isWall)
    return (
      <WallHead name={shown.name} setWall={setWall}>
        {slider}
      </WallHead>
    )
  return (
    <header className="page-head">
      {isNarrow ? (
        <PageMenu {...props} />
      ) : (
        <>
          <h2 className="clip words" dir="auto" title={shown.name}>
            {shown.name}
          </h2>
          {(isPresent || earlier) && <Extent shown={shown} {...(earlier && { earlier })} />}
          <span className="grow" />
        </>
      )}
      {slider}
      <PastButton />
      {!isNarrow && <WallButton kind="page" setWall={setWall} />}
      {isPresent && !isNarrow && (
        <button
          type="button"
          className="button"
          aria-label={translateVersions('open')}
          title={translateVersions('open')}
          onClick={() => dialogs.openVersions(shown)}
        >
          <Icon name="versions" />
        </button>
      )}
      {isPresent && !isNarrow && shown.mayShare && (
        <Link className="button" to="/boards/sharing/$id" params={{ id: shown.id }}>
          <Icon name="share" />
          {translate('share')}
        </Link>
      )}
      {isPresent && (board ?? shown).access !== 'read' && <EditLink id={shown.id} />}
    </header>
  )
}

/** What is on the screen: of an earlier time, what there was then. */
function Extent({ shown, earlier }: { readonly shown: BoardSummary; readonly earlier?: Board }) {
  const translate = useTranslations('pages.head')
  const format = useFormat()
  const now = useNow(60_000)
  const { areas, widgets, savedAt } = earlier ? extentOf(earlier) : shown
  const { access, owner } = shown
  const time = format.moment(savedAt, now)
  const extent = translate('extent', { areas, widgets, time })
  const text = access === 'owner' ? extent : `${extent} · ${translate('sharedBy', { owner })}`
  return (
    <p className="page-extent clip" title={text}>
      {text}
    </p>
  )
}

const extentOf = ({ areas, savedAt }: Board) => ({
  ...{ savedAt, areas: areas.length },
  widgets: areas.reduce((sum, area) => sum + area.widgets.length, 0),
})

/** The way to the editor of a page. */
export function EditLink({ id }: { readonly id: string }) {
  const translate = useTranslations('pages.head')
  return (
    <Link to="/warroomIndex/edit/$id" params={{ id }} className="button" title={translate('edit')}>
      <Icon name="edit" />
      <span>{translate('edit')}</span>
    </Link>
  )
}
