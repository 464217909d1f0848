import type { ReactNode } from 'react'
import { CloseButton, ModalDialog } from './modal-dialog.tsx'

interface ConfirmDialogProps {
  readonly title: string
  /** What happens then. */
  readonly text: string
  readonly confirm: string
  readonly cancel: string
  /** It is under way: pressing again does nothing. */
  readonly isPending: boolean
  readonly onConfirm: () => void
  readonly onClose: () => void
}

/** Asks before something is done; whoever presses Enter at once does nothing. */
export function ConfirmDialog(props: ConfirmDialogProps): ReactNode {
  const { title, text, confirm, cancel, isPending, onConfirm, onClose } = props
  return (
    <ModalDialog
      title={title}
      onClose={onClose}
      onSubmit={() => {
        if (!isPending) onConfirm()
      }}
      footer={
        <>
          <CloseButton isFirst>{cancel}</CloseButton>
          <button type="submit" className="button primary" aria-disabled={isPending}>
            {confirm}
          </button>
        </>
      }
    >
      <p>{text}</p>
    </ModalDialog>
  )
}
