import { BinDialog } from '#kit/web/boards/bin/bin-dialog.tsx'
import type { Board, BoardSummary } from '#features/pages/contract/board.ts'
import { binDays } from '#features/pages/contract/limits.ts'
import { useBin, useTakeBack } from '../calls/use-dashboards.ts'
import { BoardVersions } from './board-versions.tsx'
import { DeleteDialog } from './delete-dialog.tsx'

export type Dialog = 'versions' | 'delete' | 'bin'

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
  if (dialog === 'bin')
    return (
      <BoardsBin
        onTakenBack={(id) => {
          onClose()
          show(id)
        }}
        onClose={onClose}
      />
    )
  if (!board) return null
  if (dialog === 'delete')
    return <DeleteDialog board={board} onDeleted={() => show(null)} onClose={onClose} />
  if (dialog !== 'versions') return null
  const viewAndClose = (version?: number) => {
    onClose()
    view(board.id, version)
  }
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
