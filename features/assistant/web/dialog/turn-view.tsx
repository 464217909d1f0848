import { useLocale, useTranslations } from 'use-intl'
import { useFormat } from '#kit/web/formats/use-format.ts'
import type { Answer } from '../../contract/answer.ts'
import { AnswerView } from '../answer/answer-view.tsx'
import type { Turn } from '../conversation.ts'
import type { Progress } from '../speech/reader.ts'
import { Failed } from './failed.tsx'
import { Waiting } from './waiting.tsx'

interface TurnViewProps {
  readonly turn: Turn
  readonly mayRetry: boolean
  readonly progress: Progress | null
  readonly canOpen: (path: string) => boolean
  readonly onRetry: () => void
  readonly onCancel: () => void
}

/** A question with what came of it. */
export function TurnView({ turn, mayRetry, progress, canOpen, ...on }: TurnViewProps) {
  const { question, askedAt, outcome } = turn
  const { clock } = useFormat()
  const shown = useShown(outcome)
  return (
    <section className="ask-turn" aria-label={question}>
      <header className="ask-asked">
        <h3>{question}</h3>
        <time className="number" dateTime={new Date(askedAt).toISOString()}>
          {clock(askedAt)}
        </time>
      </header>
      {shown && (
        <AnswerView
          {...{ askedAt, progress, canOpen }}
          {...shown}
          isComplete={outcome.kind === 'answered'}
        />
      )}
      {outcome.kind === 'waiting' && (
        <Waiting askedAt={askedAt} hasBegun={shown !== null} onCancel={on.onCancel} />
      )}
      {outcome.kind === 'failed' && (
        <Failed error={outcome.error} mayRetry={mayRetry} onRetry={on.onRetry} />
      )}
      {outcome.kind === 'cancelled' && <Cancelled mayRetry={mayRetry} onRetry={on.onRetry} />}
    </section>
  )
}

/** The answer, or what is there of it. */
function useShown(outcome: Turn['outcome']) {
  const locale = useLocale()
  if (outcome.kind === 'answered') return { answer: outcome.answer, message: outcome.message }
  if (outcome.kind !== 'waiting' || outcome.sentences.length === 0) return null
  return { answer: { ...nothingElse, locale, sentences: [...outcome.sentences] }, message: '' }
}

const nothingElse = {
  ...{ unknown: [], chart: null, suggestions: [], context: null, model: null },
  source: 'model',
} as const satisfies Partial<Answer>

interface CancelledProps {
  readonly mayRetry: boolean
  readonly onRetry: () => void
}

function Cancelled({ mayRetry, onRetry }: CancelledProps) {
  const translate = useTranslations('assistant')
  return (
    <div className="ask-step">
      <span>{translate('cancelled')}</span>
      {mayRetry && (
        <button type="button" className="button small" onClick={onRetry}>
          {translate('askAgain')}
        </button>
      )}
    </div>
  )
}
