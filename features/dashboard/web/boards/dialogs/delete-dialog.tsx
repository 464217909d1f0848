import { useTranslations } from 'use-intl'
import type { Board, BoardSummary } from '#features/pages/contract/board.ts'
import { CloseButton, ModalDialog } from '#kit/ui/dialog/modal-dialog.tsx'
import { isolated } from '#kit/web/formats/isolated.ts'
import { remove, useDashboardChange } from '../calls/use-dashboards.ts'

interface DeleteDialogProps {
  readonly board: Board | BoardSummary
  /** It is in the bin; the dialog may be closed by then. */
  readonly onDeleted: () => void
  readonly onClose: () => void
}

/** Says what goes before it goes. */
export function DeleteDialog({ board, onDeleted, onClose }: DeleteDialogProps) {
  const translate = useTranslations('dashboard.board')
  const { mutate, isPending } = useDashboardChange(remove)
  const erase = () => {
    if (isPending) return
    mutate(board, { onSuccess: onDeleted })
  }
  return (
    <ModalDialog
      title={translate('delete.title', { name: isolated(board.name) })}
      onClose={onClose}
      footer={
        <>
          <CloseButton isFirst>{translate('delete.cancel')}</CloseButton>
          <button
            type="button"
            className="button removing"
            aria-disabled={isPending}
            onClick={erase}
          >
            {translate('delete.confirm')}
          </button>
        </>
      }
    >
      <p>{translate('delete.text')}</p>
    </ModalDialog>
  )
}
