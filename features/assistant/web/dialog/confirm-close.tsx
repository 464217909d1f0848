import { useEffect, useId, useRef } from 'react'
import { useTranslations } from 'use-intl'

interface ConfirmCloseProps {
  readonly onStay: () => void
  readonly onClose: () => void
}

/** Asks before a conversation is closed. Escape stays. */
export function ConfirmClose({ onStay, onClose }: ConfirmCloseProps) {
  const translate = useTranslations('assistant.close')
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const stay = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (dialog.current && !dialog.current.open) dialog.current.showModal()
    stay.current?.focus()
  }, [])
  return (
    <dialog
      ref={dialog}
      className="ask-confirm"
      role="alertdialog"
      aria-labelledby={id}
      aria-describedby={`${id}-text`}
      onCancel={(event) => {
        // It bubbles no further in React than to the dialog below, which would ask again.
        event.stopPropagation()
        event.preventDefault()
        onStay()
      }}
    >
      <h3 id={id}>{translate('title')}</h3>
      <p id={`${id}-text`}>{translate('text')}</p>
      <div className="ask-confirm-actions">
        <button ref={stay} type="button" className="button" onClick={onStay}>
          {translate('stay')}
        </button>
        <button type="button" className="button primary" onClick={onClose}>
          {translate('confirm')}
        </button>
      </div>
    </dialog>
  )
}
