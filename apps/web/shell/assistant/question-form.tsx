import { useState, type FormEvent, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Icon } from '#kit/ui/icon.tsx'

interface QuestionFormProps {
  readonly className: string
  readonly label: string
  readonly onAsk: (question: string) => void
  /** Stands at the end of the field. */
  readonly children?: ReactNode
}

/** One line for a question. Enter asks it and empties the line; without a word it does nothing. */
export function QuestionForm({ className, label, onAsk, children }: QuestionFormProps) {
  const translate = useTranslations('shell.ask')
  const [question, setQuestion] = useState('')
  const ask = (event: FormEvent) => {
    event.preventDefault()
    if (question.trim() === '') return
    setQuestion('')
    onAsk(question.trim())
  }
  return (
    <form className={className} onSubmit={ask}>
      <span className="input">
        <Icon name="ask" />
        <input
          aria-label={label}
          placeholder={translate('placeholder')}
          maxLength={2_000}
          autoComplete="off"
          enterKeyHint="send"
          value={question}
          onChange={(event) => setQuestion(event.target.value)}
        />
        {children}
      </span>
    </form>
  )
}
