import { useEffect, useId, useRef, type ReactNode, type SyntheticEvent } from 'react'
import './modal-dialog.css'

interface ModalDialogProps {
  readonly title: string
  readonly children?: ReactNode
  /** Buttons. */
  readonly footer: ReactNode
  /** Called however the dialog was closed. */
  readonly onClose: () => void
  /** Escape or a `CloseButton` was pressed: `preventDefault` keeps it open. */
  readonly onCancel?: (event: SyntheticEvent) => void
  /** Sends the form; absent: there is none. */
  readonly onSubmit?: () => void
  readonly isWide?: boolean
}

/** A dialog over everything else. Escape closes it; the focus returns to where it was. */
export function ModalDialog(props: ModalDialogProps) {
  const { title, children, footer, onClose, onCancel, onSubmit, isWide = false } = props
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    if (!dialog.current || dialog.current.open) return
    dialog.current.showModal()
    dialog.current.querySelector<HTMLElement>('[data-first]')?.focus()
  }, [])
  return (
    <dialog
      ref={dialog}
      className={isWide ? 'modal-dialog wide' : 'modal-dialog'}
      aria-labelledby={id}
      onClose={onClose}
      onCancel={(event) => {
        // A field for files has an event of this name, too.
        if (event.target === dialog.current) onCancel?.(event)
      }}
    >
      <form
        method="dialog"
        onSubmit={(event) => {
          event.preventDefault()
          onSubmit?.()
        }}
      >
        <h2 id={id}>{title}</h2>
        {children}
        <footer>{footer}</footer>
      </form>
    </dialog>
  )
}

interface CloseButtonProps {
  readonly className?: string
  /** Has the focus when the dialog opens: pressing Enter once too often loses nothing. */
  readonly isFirst?: boolean
  readonly children: ReactNode
}

/** Closes the dialog that it is in. */
export function CloseButton(props: CloseButtonProps) {
  const { className = 'button', isFirst = false, children } = props
  return (
    <button
      type="button"
      className={className}
      {...(isFirst ? { 'data-first': '' } : {})}
      onClick={(event) => {
        const dialog = event.currentTarget.closest('dialog')
        // Safari has it since 18.4, Firefox since 139.
        if ('requestClose' in HTMLDialogElement.prototype) dialog?.requestClose()
        else if (dialog?.dispatchEvent(new Event('cancel', { cancelable: true }))) dialog.close()
      }}
    >
      {children}
    </button>
  )
}
