import { useState, type FormEvent, type ReactNode, type Ref } from 'react'
import { Icon } from '#kit/ui/icon.tsx'
import { maximumQuestion } from '../../contract/routes.ts'

interface QuestionFormProps {
  readonly className: string
  readonly label: string
  readonly placeholder: string
  /** Says whether the question was taken; the line keeps one that was not. */
  readonly onAsk: (question: string) => boolean
  readonly ref?: Ref<HTMLInputElement>
  /** Stands at the end of the field. */
  readonly children?: ReactNode
}

/** One line for a question. Enter asks it and empties the line; without a word it does nothing. */
export function QuestionForm(props: QuestionFormProps) {
  const { className, label, placeholder, onAsk, ref, children } = props
  const [question, setQuestion] = useState('')
  const ask = (event: FormEvent) => {
    event.preventDefault()
    if (question.trim() !== '' && onAsk(question.trim())) setQuestion('')
  }
  return (
    <form className={className} onSubmit={ask}>
      <span className="input">
        <Icon name="ask" />
        <input
          ref={ref}
          aria-label={label}
          placeholder={placeholder}
          maxLength={maximumQuestion}
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
