import type { ReactNode } from 'react'
import { CloseButton, ModalDialog } from './modal-dialog.tsx'

interface LeaveDialogProps {
  readonly title: string
  /** Words of the button that gives the changes up. */
  readonly leave: string
  /** Words of the button that goes on with the edit. */
  readonly stay: string
  readonly onLeave: () => void
  readonly onStay: () => void
  /** What would be lost. */
  readonly children: ReactNode
}

/** Asks before an edit is abandoned. Escape stays. */
export function LeaveDialog({ title, leave, stay, onLeave, onStay, children }: LeaveDialogProps) {
  return (
    <ModalDialog
      title={title}
      onClose={onStay}
      footer={
        <>
          <button type="button" className="button" onClick={onLeave}>
            {leave}
          </button>
          <CloseButton className="button primary" isFirst>
            {stay}
          </CloseButton>
        </>
      }
    >
      <p>{children}</p>
    </ModalDialog>
  )
}
