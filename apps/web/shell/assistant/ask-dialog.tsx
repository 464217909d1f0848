import { useEffect, useId, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Icon } from '#kit/ui/icon.tsx'
import { Notice } from '#kit/ui/notice.tsx'
import { QuestionForm } from './question-form.tsx'

interface AskDialogProps {
  /** What was asked; without it the dialog asks for it. */
  readonly question?: string
  readonly onClose: () => void
}

/**
 * Shows a question with its answer. The assistant is still to come, and the dialog says so. It asks
 * before it closes.
 */
export function AskDialog({ question, onClose }: AskDialogProps) {
  const translate = useTranslations('shell.ask')
  const common = useTranslations('common')
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const [asked, setAsked] = useState(question)
  const [isLeaving, setLeaving] = useState(false)
  useEffect(() => {
    if (dialog.current && !dialog.current.open) dialog.current.showModal()
  }, [])
  return (
    <dialog
      ref={dialog}
      className="ask-dialog"
      aria-labelledby={id}
      onClose={onClose}
      onCancel={(event) => {
        if (asked === undefined || isLeaving) return
        event.preventDefault()
        setLeaving(true)
      }}
    >
      <header>
        <h2 id={id}>{translate('title')}</h2>
        <button
          type="button"
          className="icon-button"
          aria-label={common('close')}
          onClick={() => (asked === undefined ? dialog.current?.close() : setLeaving(true))}
        >
          <Icon name="close" />
        </button>
      </header>
      {asked === undefined ? (
        <QuestionForm className="ask-question" label={translate('question')} onAsk={setAsked} />
      ) : (
        <Answer question={asked} />
      )}
      {isLeaving && (
        <ConfirmClose onStay={() => setLeaving(false)} onLeave={() => dialog.current?.close()} />
      )}
    </dialog>
  )
}

function Answer({ question }: { readonly question: string }) {
  const translate = useTranslations('shell.ask')
  return (
    <div className="ask-answer">
      <blockquote>{question}</blockquote>
      <Notice icon="unplugged" title={translate('offline')}>
        <p role="status">{translate('notConnected')}</p>
      </Notice>
    </div>
  )
}

function ConfirmClose({
  onStay,
  onLeave,
}: {
  readonly onStay: () => void
  readonly onLeave: () => void
}) {
  const translate = useTranslations('shell.ask')
  const id = useId()
  const leave = useRef<HTMLButtonElement>(null)
  useEffect(() => leave.current?.focus(), [])
  return (
    <div className="ask-confirm" role="alertdialog" aria-labelledby={id}>
      <p id={id}>{translate('confirmClose')}</p>
      <button type="button" className="button" onClick={onStay}>
        {translate('keep')}
      </button>
      <button ref={leave} type="button" className="button primary" onClick={onLeave}>
        {translate('confirm')}
      </button>
    </div>
  )
}
