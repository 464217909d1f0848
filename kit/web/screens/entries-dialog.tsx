import { useState, type ComponentProps } from 'react'
import { useTranslations } from 'use-intl'
import { LeaveDialog } from '#kit/ui/dialog/leave-dialog.tsx'
import { ModalDialog } from '#kit/ui/dialog/modal-dialog.tsx'

interface EntriesDialogProps extends Omit<ComponentProps<typeof ModalDialog>, 'onCancel'> {
  /** It holds what would be lost. */
  readonly isChanged: boolean
  /** That is under way to the server: closing the dialog does not take it back. */
  readonly isPending?: boolean
}

/** A dialog with entries: once something has been changed it closes after a question. */
export function EntriesDialog({ isChanged, isPending = false, ...dialog }: EntriesDialogProps) {
  const translate = useTranslations('common.unsaved')
  /** Which question is asked; 0: none. One that is closing does not end the next. */
  const [question, setQuestion] = useState(0)
  return (
    <>
      <ModalDialog
        {...dialog}
        onCancel={(event) => {
          if (!isChanged) return
          event.preventDefault()
          setQuestion((before) => before + 1)
        }}
      />
      {question > 0 && (
        <LeaveDialog
          key={question}
          title={translate(isPending ? 'sentTitle' : 'title')}
          leave={translate(isPending ? 'close' : 'discard')}
          stay={translate('stay')}
          onLeave={dialog.onClose}
          onStay={() => setQuestion((now) => (now === question ? 0 : now))}
        >
          {translate(isPending ? 'sentText' : 'text')}
        </LeaveDialog>
      )}
    </>
  )
}
