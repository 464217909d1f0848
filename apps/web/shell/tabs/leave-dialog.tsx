import { useEffect, useId, useRef } from 'react'
import { useTranslations } from 'use-intl'
import './leave-dialog.css'

interface LeaveDialogProps {
  /** Titles of the views that hold unsaved changes. */
  readonly titles: readonly string[]
  readonly onLeave: () => void
  readonly onClose: () => void
}

/** Asks before unsaved changes are lost. Escape stays. */
export function LeaveDialog({ titles, onLeave, onClose }: LeaveDialogProps) {
  const translate = useTranslations('shell.tabs.unsaved')
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const stay = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (dialog.current && !dialog.current.open) dialog.current.showModal()
    // Whoever presses Enter once too often loses nothing.
    stay.current?.focus()
  }, [])
  const leave = () => {
    dialog.current?.close()
    onLeave()
  }
  return (
    <dialog
      ref={dialog}
      className="leave-dialog"
      aria-labelledby={id}
      aria-describedby={`${id}-text`}
      onClose={onClose}
    >
      <h2 id={id}>{translate('title')}</h2>
      <p id={`${id}-text`}>
        {translate('text', { titles: titles.join(', '), count: titles.length })}
      </p>
      <footer>
        <button type="button" className="button" onClick={leave}>
          {translate('discard')}
        </button>
        <button
          ref={stay}
          type="button"
          className="button primary"
          onClick={() => dialog.current?.close()}
        >
          {translate('stay')}
        </button>
      </footer>
    </dialog>
  )
}
