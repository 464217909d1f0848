import { BinDialog } from '#kit/web/boards/bin/bin-dialog.tsx'
import { useLatest } from '#kit/web/screens/late-answers.ts'
import type { Board, BoardSummary } from '#features/pages/contract/board.ts'
import { binDays } from '#features/pages/contract/limits.ts'
import { useBin, useTakeBack } from '../calls/use-dashboards.ts'
import { BoardVersions } from './board-versions.tsx'
import { DeleteDialog } from './delete-dialog.tsx'

export interface Dialog {
  readonly kind: 'versions' | 'delete' | 'bin'
}

interface BoardDialogsProps {
  /** Null: none is open. */
  readonly dialog: Dialog | null
  /** The dashboard that is shown. */
  readonly board: Board | BoardSummary | null
  readonly show: (id: string | null) => void
  readonly view: (id: string, version?: number) => void
  readonly onClose: () => void
}

/** What is asked about a dashboard, or about those that were deleted. */
export function BoardDialogs({ dialog, board, show, view, onClose }: BoardDialogsProps) {
  const latest = useLatest(dialog)
  /** For an answer: whoever closed the dialog before is elsewhere. */
  const end = (then: () => void) => {
    if (latest.current !== dialog) return
    onClose()
    then()
  }
  const kind = dialog?.kind
  if (kind === 'bin')
    return <BoardsBin onTakenBack={(id) => end(() => show(id))} onClose={onClose} />
  if (!board) return null
  if (kind === 'delete')
    return <DeleteDialog board={board} onDeleted={() => end(() => show(null))} onClose={onClose} />
  if (kind !== 'versions') return null
  const viewAndClose = (version?: number) => end(() => view(board.id, version))
  return (
    <BoardVersions
      board={board}
      onView={viewAndClose}
      onRestored={viewAndClose}
      onClose={onClose}
    />
  )
}

interface BoardsBinProps {
  readonly onTakenBack: (id: string) => void
  readonly onClose: () => void
}

function BoardsBin(props: BoardsBinProps) {
  const bin = useBin()
  const takeBack = useTakeBack()
  return <BinDialog kind="dashboard" days={binDays} {...{ bin, takeBack }} {...props} />
}
