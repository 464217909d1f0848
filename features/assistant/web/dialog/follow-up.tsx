import type { Ref } from 'react'
import { useTranslations } from 'use-intl'
import { Icon } from '#kit/ui/icon.tsx'
import type { Conversation } from '../conversation.ts'
import { QuestionForm } from '../top-bar/question-form.tsx'

interface FollowUpProps {
  readonly conversation: Conversation
  /** Says whether the question was taken. */
  readonly onAsk: (question: string) => boolean
  readonly ref: Ref<HTMLInputElement>
}

/** Questions that may follow, and the field for any other. */
export function FollowUp({ conversation: { turns, isWaiting }, onAsk, ref }: FollowUpProps) {
  const translate = useTranslations('assistant')
  const last = turns.at(-1)?.outcome
  const suggestions = last?.kind === 'answered' ? last.answer.suggestions : []
  return (
    <div className="ask-further">
      {suggestions.length > 0 && (
        <div className="ask-suggestions" role="group" aria-label={translate('suggestions')}>
          {suggestions.map((question) => (
            <button
              key={question}
              type="button"
              className="button small"
              onClick={() => onAsk(question)}
            >
              {question}
            </button>
          ))}
        </div>
      )}
      <QuestionForm
        ref={ref}
        className="ask-question"
        label={translate(turns.length === 0 ? 'question' : 'further')}
        placeholder={translate(turns.length === 0 ? 'placeholder' : 'further')}
        onAsk={onAsk}
      >
        <button type="submit" className="button primary" aria-disabled={isWaiting}>
          <Icon name="send" />
          {translate('ask')}
        </button>
      </QuestionForm>
    </div>
  )
}
