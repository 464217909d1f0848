import { useState, type FormEvent } from 'react'
import { useTranslations } from 'use-intl'
import { Icon } from '#kit/ui/icon.tsx'
import { AskDialog } from './ask-dialog.tsx'
import './ask.css'

/** The field in the top bar: Enter with a question opens the dialog, without one does nothing. */
export function AskBox() {
  const translate = useTranslations('shell.ask')
  const [question, setQuestion] = useState('')
  const [asked, setAsked] = useState<string | null>(null)
  const ask = (event: FormEvent) => {
    event.preventDefault()
    if (question.trim() !== '') setAsked(question.trim())
  }
  return (
    <>
      <form className="ask" onSubmit={ask}>
        <span className="input">
          <Icon name="ask" />
          <input
            aria-label={translate('label')}
            placeholder={translate('placeholder')}
            maxLength={2_000}
            autoComplete="off"
            enterKeyHint="send"
            value={question}
            onChange={(event) => setQuestion(event.target.value)}
          />
          <kbd aria-hidden="true">{translate('enter')}</kbd>
        </span>
      </form>
      {asked !== null && (
        <AskDialog
          question={asked}
          onClose={() => {
            setAsked(null)
            setQuestion('')
          }}
        />
      )}
    </>
  )
}

/** Where the bar is short: a button that opens the dialog, which has the field. */
export function AskButton() {
  const translate = useTranslations('shell.ask')
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" className="icon-button" aria-label={translate('label')} onClick={() => setOpen(true)}>
        <Icon name="ask" />
      </button>
      {isOpen && <AskDialog onClose={() => setOpen(false)} />}
    </>
  )
}
