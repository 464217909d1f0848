import { useTranslations } from 'use-intl'
import { CloseButton, ModalDialog } from '#kit/ui/dialog/modal-dialog.tsx'

interface LeaveDialogProps {
  readonly onLeave: () => void
  readonly onStay: () => void
}

/** Asks before the edit of a dashboard is abandoned. Escape stays. */
export function LeaveDialog({ onLeave, onStay }: LeaveDialogProps) {
  const translate = useTranslations('dashboard.board')
  return (
    <ModalDialog
      title={translate('leave.title')}
      onClose={onStay}
      footer={
        <>
          <button type="button" className="button" onClick={onLeave}>
            {translate('cancelEdit')}
          </button>
          <CloseButton className="button primary" isFirst>
            {translate('closed.goOn')}
          </CloseButton>
        </>
      }
    >
      <p>{translate('leave.text')}</p>
    </ModalDialog>
  )
}
