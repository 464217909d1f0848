import { useEffect, useId, useRef, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Icon } from '#kit/ui/icon.tsx'
import './board-dialog.css'

interface BoardDialogProps {
  readonly title: string
  readonly children: ReactNode
  /** Its buttons. */
  readonly actions?: ReactNode
  readonly onClose: () => void
}

/** A dialog over the war room; Escape closes it, and the focus returns to where it was. */
export function BoardDialog({ title, children, actions, onClose }: BoardDialogProps) {
  const common = useTranslations('common')
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    if (dialog.current && !dialog.current.open) dialog.current.showModal()
  }, [])
  return (
    <dialog
      ref={dialog}
      className="widget-options board-dialog"
      aria-labelledby={id}
      onClose={onClose}
    >
      <header>
        <h2 id={id}>{title}</h2>
        <button
          type="button"
          className="icon-button"
          aria-label={common('close')}
          onClick={() => dialog.current?.close()}
        >
          <Icon name="close" />
        </button>
      </header>
      {children}
      {actions && <footer>{actions}</footer>}
    </dialog>
  )
}
