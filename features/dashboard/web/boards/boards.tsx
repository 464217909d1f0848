import { useNavigate } from '@tanstack/react-router'
import { useState, type ComponentProps, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { Board, BoardSensor } from '#features/pages/contract/board.ts'
import type { Widget } from '#features/pages/contract/page.ts'
import type { Sensor } from '#kit/model/sensor.ts'
import { Skeleton } from '#kit/ui/skeleton.tsx'
import { FollowedLinks } from '#kit/web/detail/followed-links.tsx'
import { isGoneOrClosed } from '#kit/web/calls/api-error.ts'
import { FailureNotice } from '#kit/web/screens/failure-notice.tsx'
import { showFailure } from '#kit/web/calls/query.ts'
import { useLatest } from '#kit/web/screens/late-answers.ts'
import { clearFailedChunks, lazyComponent } from '#kit/web/screens/lazy-component.tsx'
import { BoardBar, type BoardAction } from './board-bar.tsx'
import { BoardView } from './board-view.tsx'
import type { Draft } from './content/draft.ts'
import { copy, setTemplate, useDashboardChange } from './calls/use-dashboards.ts'
import { BoardDialogs, type Dialog } from './dialogs/board-dialogs.tsx'
import { BoardVersionBar } from './dialogs/board-versions.tsx'
import type { EditNews } from './edit/edit-bar.tsx'
import { editingNew, editingOf, type Editing, type useEditing } from './edit/use-editor.ts'
import { useShownBoard } from './use-shown-board.ts'
import { useUnattendedRetry } from '#kit/web/wall/use-unattended-retry.ts'
import { BoardWall } from '../wall/board-wall.tsx'
import type { Wall } from '../wall/use-wall.ts'

/** Most people look only: it comes when somebody edits. */
const BoardEditor = lazyComponent(async () => ({
  default: (await import('./board-editor.tsx')).BoardEditor,
}))

/** Until the editor is there, and where it cannot be fetched, the values stay on the screen. */
const whenFetched = (begin: (editing: Editing) => void) => (editing: Editing) => {
  clearFailedChunks()
  BoardEditor.preload().then(() => begin(editing), showFailure)
}

interface BoardsProps {
  readonly wall: Wall
  /** Of the whole screen: a look at the past ends no edit. */
  readonly edit: ReturnType<typeof useEditing>
  readonly listed: readonly Sensor[]
  /** The automatic arrangement, as widgets of a dashboard that begins with it. */
  readonly arranged: () => readonly Widget[]
  /** The automatic arrangement. */
  readonly children: ReactNode
}

/** The dashboards of a person: which one is shown, to look at or to edit. */
export function Boards({ wall, edit, listed, arranged, children }: BoardsProps) {
  const translate = useTranslations('dashboard.board')
  const { editor, end, settle } = edit
  const { id, version, isOpen, isPast, list, board, show, view, turnTo, hold } = useShownBoard(
    editor?.editing.id ?? null,
  )
  useUnattendedRetry(wall.isOn, list)
  useUnattendedRetry(wall.isOn, board)
  const [dialog, setDialog] = useState<Dialog | null>(null)
  const copyOf = useCopying(id, show)
  const templates = useDashboardChange(setTemplate)
  const navigate = useNavigate()
  const shown = id === null || isGoneOrClosed(board.error) ? null : (board.data ?? null)
  const dashboards = list.data?.dashboards ?? []
  const summary = dashboards.find((each) => each.id === id) ?? shown
  // Before it is here an edit would begin with something else.
  const isLoading = isOpen || (id !== null && !shown && (summary !== null || board.isPending))
  const begin = whenFetched(edit.begin)
  const beginNew = (widgets: readonly Widget[]) =>
    begin(editingNew({ name: translate('unnamed'), widgets }))
  const act = (action: BoardAction) => {
    if (action === 'newArranged') beginNew(arranged())
    else if (action === 'newEmpty') beginNew([])
    else if (action === 'copy' && summary)
      copyOf(summary.id, translate('copyOf', { name: summary.name }))
    else if ((action === 'template' || action === 'noTemplate') && summary)
      templates.mutate({ id: summary.id, isTemplate: action === 'template' })
    else if (action === 'share' && summary)
      void navigate({ to: '/boards/sharing/$id', params: { id: summary.id } })
    else if (action === 'versions' || action === 'delete' || action === 'bin')
      setDialog({ kind: action })
  }
  const finish = (saved: Board, sent: Draft) => {
    hold(saved)
    const goesOn = settle(saved, sent)
    if (goesOn !== null) show(saved.id)
    return goesOn === true
  }
  if (editor && !isPast)
    return <EditedBoard {...{ editor, listed, board }} onCancel={end} onSaved={finish} />
  return (
    <>
      {wall.isOn ? (
        <BoardWall {...{ id, wall }} dashboards={list.data?.dashboards} onShow={turnTo} />
      ) : (
        <BoardBar
          {...{ dashboards, isLoading }}
          shown={summary}
          isPast={isPast || version !== null}
          onShow={show}
          onWall={wall.set}
          onEdit={() => (shown ? begin(editingOf(shown)) : beginNew(arranged()))}
          onAction={act}
          onTemplate={(from) => copyOf(from, nameOf(dashboards, from))}
        />
      )}
      {version !== null && summary && (
        <BoardVersionBar
          key={`${summary.id} ${version}`}
          board={summary}
          version={version}
          onVersions={() => setDialog({ kind: 'versions' })}
          onBack={() => view(summary.id)}
        />
      )}
      {id === null && !isOpen ? (
        children
      ) : (
        <Shown {...{ isOpen, board, listed, show }} version={summary && version} />
      )}
      <BoardDialogs
        dialog={dialog}
        board={summary}
        {...{ show, view }}
        onClose={() => setDialog(null)}
      />
    </>
  )
}

/** Makes copies, and shows each unless the person looks at another dashboard by then. */
function useCopying(shown: string | null, show: (id: string) => void) {
  const { mutate } = useDashboardChange(copy)
  const latest = useLatest(shown)
  return (from: string, name: string) => {
    const showMade = (made: Board) => {
      if (latest.current === shown) show(made.id)
    }
    mutate({ id: from, name }, { onSuccess: showMade })
  }
}

const noSensors: readonly BoardSensor[] = []

function nameOf(dashboards: readonly { readonly id: string; readonly name: string }[], id: string) {
  return dashboards.find((each) => each.id === id)?.name ?? ''
}

interface EditedBoardProps extends Omit<ComponentProps<typeof BoardEditor>, 'stored' | 'news'> {
  readonly board: ReturnType<typeof useShownBoard>['board']
}

function EditedBoard({ board, ...editing }: EditedBoardProps) {
  return (
    <BoardEditor
      {...editing}
      stored={board.data?.sensors ?? noSensors}
      news={newsOf(editing.editor.editing, board)}
    />
  )
}

/** What happened to the dashboard that is edited, as far as it is the one that is shown. */
function newsOf(
  { id, version }: Editing,
  { data, error }: ReturnType<typeof useShownBoard>['board'],
): EditNews | null {
  if (id === null || data?.id !== id) return null
  if (isGoneOrClosed(error) || data.access === 'read') return 'closed'
  return data.version > version ? 'newer' : null
}

interface ShownProps {
  /** Which one is shown is not known yet. */
  readonly isOpen: boolean
  readonly board: ReturnType<typeof useShownBoard>['board']
  readonly listed: readonly Sensor[]
  /** The earlier version that is looked at; null: none, or the dashboard is not there. */
  readonly version: number | null
  readonly show: (id: null) => void
}

function Shown({ isOpen, board, listed, version, show }: ShownProps) {
  const translate = useTranslations('dashboard.board')
  const translateVersions = useTranslations('boards.versions')
  if (!isOpen && board.data && !isGoneOrClosed(board.error))
    return (
      <FollowedLinks className="devices">
        <BoardView board={board.data} listed={listed} />
      </FollowedLinks>
    )
  if (isOpen || !board.isError) return <Skeleton width="100%" height="320px" />
  const wayBack = (
    <button type="button" className="button" onClick={() => show(null)}>
      {translate('automatic')}
    </button>
  )
  return (
    <div className="panel war-room-notice">
      <FailureNotice
        error={board.error}
        onRetry={() => void board.refetch()}
        wayBack={wayBack}
        missing={
          version === null
            ? { title: translate('gone'), text: translate('goneText') }
            : {
                title: translateVersions('gone'),
                text: translateVersions('goneText', { kind: 'dashboard' }),
              }
        }
      />
    </div>
  )
}
