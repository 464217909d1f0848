import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Icon } from '#kit/ui/icon.tsx'
import { AskDialog } from './ask-dialog.tsx'
import { QuestionForm } from './question-form.tsx'
import './ask.css'

/** The field in the top bar: Enter with a question opens the dialog, without one does nothing. */
export function AskBox() {
  const translate = useTranslations('shell.ask')
  const [asked, setAsked] = useState<string | null>(null)
  return (
    <>
      <QuestionForm className="ask" label={translate('label')} onAsk={setAsked}>
        <kbd aria-hidden="true">{translate('enter')}</kbd>
      </QuestionForm>
      {asked !== null && <AskDialog question={asked} onClose={() => setAsked(null)} />}
    </>
  )
}

/** Where the bar is short: a button that opens the dialog, which has the field. */
export function AskButton() {
  const translate = useTranslations('shell.ask')
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        className="icon-button"
        aria-label={translate('label')}
        onClick={() => setOpen(true)}
      >
        <Icon name="ask" />
      </button>
      {isOpen && <AskDialog onClose={() => setOpen(false)} />}
    </>
  )
}
