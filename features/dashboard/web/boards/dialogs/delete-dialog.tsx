import { useTranslations } from 'use-intl'
import type { Board } from '#features/pages/contract/board.ts'
import { isolated } from '#kit/web/formats/isolated.ts'
import { remove, useDashboardChange } from '../calls/use-dashboards.ts'
import { BoardDialog } from './board-dialog.tsx'

interface DeleteDialogProps {
  readonly board: Board
  readonly onDeleted: () => void
  readonly onClose: () => void
}

/** Says what goes before it goes. */
export function DeleteDialog({ board, onDeleted, onClose }: DeleteDialogProps) {
  const translate = useTranslations('dashboard.board')
  const { mutate, isPending } = useDashboardChange(remove)
  const erase = () =>
    mutate(board, {
      onSuccess() {
        onClose()
        onDeleted()
      },
    })
  return (
    <BoardDialog
      title={translate('delete.title', { name: isolated(board.name) })}
      onClose={onClose}
      actions={
        <>
          <button type="button" className="button" onClick={onClose}>
            {translate('delete.cancel')}
          </button>
          <button type="button" className="button primary" disabled={isPending} onClick={erase}>
            {translate('delete.confirm')}
          </button>
        </>
      }
    >
      <p>{translate('delete.text')}</p>
    </BoardDialog>
  )
}
