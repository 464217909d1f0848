import { useTranslations } from 'use-intl'
import { CloseButton, ModalDialog } from '#kit/ui/dialog/modal-dialog.tsx'

interface LeaveDialogProps {
  /** Changes that would be lost. */
  readonly count: number
  readonly onLeave: () => void
  readonly onStay: () => void
}

/** Asks before an edit is abandoned. Escape stays. */
export function LeaveDialog({ count, onLeave, onStay }: LeaveDialogProps) {
  const translate = useTranslations('pages.leave')
  return (
    <ModalDialog
      title={translate('title')}
      onClose={onStay}
      footer={
        <>
          <button type="button" className="button" onClick={onLeave}>
            {translate('discard')}
          </button>
          <CloseButton className="button primary" isFirst>
            {translate('stay')}
          </CloseButton>
        </>
      }
    >
      <p>{translate('text', { count })}</p>
    </ModalDialog>
  )
}
