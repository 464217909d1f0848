import { useTranslations } from 'use-intl'
import { ApiError } from '#kit/web/calls/api-error.ts'
import { isolated } from '#kit/web/formats/isolated.ts'
import { toast } from '#kit/web/toast.ts'
import { binDays } from '../../contract/limits.ts'
import type { BoardSummary } from '../../contract/board.ts'
import { useDeletePage } from '../calls/use-page-changes.ts'
import { CloseButton, ModalDialog } from '#kit/ui/dialog/modal-dialog.tsx'

interface DeleteDialogProps {
  readonly page: BoardSummary
  /** It is in the bin. */
  readonly onDeleted: () => void
  /** It is not; like the other answer it may come when the dialog is closed. */
  readonly onRefused: () => void
  readonly onClose: () => void
}

/** Says what goes with a page before it goes into the bin. */
export function DeleteDialog({ page, onDeleted, onRefused, onClose }: DeleteDialogProps) {
  const translate = useTranslations('pages')
  const remove = useDeletePage()
  const send = () => {
    if (remove.isPending) return
    remove.mutate(page, {
      onSuccess: () => {
        toast('success', translate('delete.success'))
        onDeleted()
      },
      onError: (error) => {
        if (error instanceof ApiError && error.status === 409)
          toast('info', translate('delete.changed', { name: isolated(page.name) }))
        onRefused()
      },
    })
  }
  return (
    <ModalDialog
      title={translate('delete.title', { name: isolated(page.name) })}
      onClose={onClose}
      onCancel={() => toast('info', translate('delete.canceled'))}
      footer={
        <>
          <CloseButton isFirst>{translate('cancel')}</CloseButton>
          <button
            type="button"
            className="button removing"
            aria-disabled={remove.isPending}
            onClick={send}
          >
            {translate('delete.action')}
          </button>
        </>
      }
    >
      <p>{translate('delete.text')}</p>
      <p>{translate('delete.back', { days: binDays })}</p>
    </ModalDialog>
  )
}
