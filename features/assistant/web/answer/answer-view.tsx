import { Fragment } from 'react'
import { useTranslations } from 'use-intl'
import { Icon } from '#kit/ui/icon.tsx'
import type { Answer } from '../../contract/answer.ts'
import type { Progress } from '../speech/reader.ts'
import { AnswerSource } from './answer-source.tsx'
import { AnswerChart } from './answer-chart.tsx'
import { CitationChip } from './citation-chip.tsx'
import './answer.css'

interface AnswerViewProps {
  readonly answer: Answer
  /** The whole answer as text, for one without sentences. */
  readonly message: string
  readonly askedAt: number
  /** False: more of it is to come. */
  readonly isComplete: boolean
  /** How far it is read aloud; null: another one is, or none. */
  readonly progress: Progress | null
  readonly canOpen: (path: string) => boolean
}

/** Sentences with what proves them, a small chart, and what cannot be known. */
export function AnswerView(props: AnswerViewProps) {
  const { answer, message, askedAt, isComplete, progress, canOpen } = props
  const translate = useTranslations('assistant')
  const spoken = progress?.kind === 'speaking' ? progress.index : null
  const { sentences, unknown, chart, locale } = answer
  const known = sentences.length + unknown.length === 0 ? [message] : []
  return (
    <div className="ask-answer" lang={locale === 'zh-TW' ? 'zh-Hant-TW' : locale}>
      {known.map((text) => (
        <p key={text}>
          <Sentence text={text} isSpoken={spoken === 0} />
        </p>
      ))}
      {sentences.map(({ text, citations }, index) => (
        <p key={index}>
          <Sentence text={text} isSpoken={spoken === index} />
          {citations.map((citation, place) => (
            <Fragment key={place}>
              {' '}
              <CitationChip {...{ citation, askedAt, canOpen }} />
            </Fragment>
          ))}
        </p>
      ))}
      {chart && <AnswerChart {...{ chart, askedAt, canOpen }} />}
      {unknown.length > 0 && (
        <div className="ask-unknown">
          <Icon name="info" />
          <div>
            <b>{translate('unknown')}</b>
            {unknown.map((text, index) => (
              <p key={index}>
                <Sentence text={text} isSpoken={spoken === sentences.length + index} />
              </p>
            ))}
          </div>
        </div>
      )}
      {isComplete && <AnswerSource answer={answer} />}
    </div>
  )
}

/** It stays the same element while it is read: a screen reader does not announce it again. */
function Sentence({ text, isSpoken }: { readonly text: string; readonly isSpoken: boolean }) {
  return (
    <span className="ask-sentence" data-spoken={isSpoken ? '' : undefined}>
      {text}
    </span>
  )
}
