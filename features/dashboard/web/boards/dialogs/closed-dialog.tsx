import { useTranslations } from 'use-intl'
import { CloseButton, ModalDialog } from '#kit/ui/dialog/modal-dialog.tsx'

interface ClosedDialogProps {
  readonly isBusy: boolean
  readonly onOwn: () => void
  readonly onClose: () => void
}

/** The dashboard was deleted, or closed to the person, while they edited it: the edit is there. */
export function ClosedDialog({ isBusy, onOwn, onClose }: ClosedDialogProps) {
  const translate = useTranslations('dashboard.board')
  return (
    <ModalDialog
      title={translate('gone')}
      onClose={onClose}
      footer={
        <>
          <CloseButton>{translate('closed.goOn')}</CloseButton>
          <button type="button" className="button primary" disabled={isBusy} onClick={onOwn}>
            {translate('closed.own')}
          </button>
        </>
      }
    >
      <p>{translate('closed.text')}</p>
    </ModalDialog>
  )
}
