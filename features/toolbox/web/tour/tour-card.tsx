import { useCallback, useEffect, useId, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { TourStep } from './tour-steps.ts'
import { possibleSteps } from './tour-steps.ts'
import { useKeys } from '../use-keys.ts'
import { usePlace } from './use-place.ts'
import './tour.css'

/**
 * The tour of the application: a card beside each thing that it explains, which stays in use.
 * Escape and the button end it, arrow keys go on and back. It has the focus when it begins.
 */
export default function TourCard({ onEnd }: { readonly onEnd: () => void }) {
  const [steps] = useState(possibleSteps)
  const [at, setAt] = useState(0)
  const go = useCallback(
    (by: number) => setAt((now) => Math.max(0, Math.min(now + by, steps.length - 1))),
    [steps],
  )
  const step = steps[at]
  useEffect(() => {
    if (steps.length === 0) onEnd()
  }, [steps, onEnd])
  if (step === undefined) return null
  return <Card {...{ step, at, go, onEnd }} total={steps.length} />
}

interface CardProps {
  readonly step: TourStep
  readonly at: number
  readonly total: number
  readonly go: (by: number) => void
  readonly onEnd: () => void
}

function Card({ step, at, total, go, onEnd }: CardProps) {
  const translate = useTranslations('toolbox.tour')
  const id = useId()
  const card = useRef<HTMLElement>(null)
  const { place, ring } = usePlace(card, step)
  useFocus(card, place !== null)
  useKeys((key) => {
    const steps = { ArrowRight: 1, ArrowLeft: -1 }[key]
    const isOurs = key === 'Escape' || (steps !== undefined && hasFocus(card.current))
    if (key === 'Escape') onEnd()
    else if (isOurs && steps !== undefined) go(steps)
    return isOurs
  })
  const isLast = at === total - 1
  return (
    <>
      {ring && <i className="tour-ring" style={ring} aria-hidden="true" />}
      <section
        ref={card}
        className="tour-card"
        role="dialog"
        aria-labelledby={id}
        tabIndex={-1}
        style={place ?? { visibility: 'hidden' }}
      >
        <div aria-live="polite">
          <small>{translate('step', { step: at + 1, total })}</small>
          <h2 id={id}>{translate(`${step.name}.title`)}</h2>
          <p>{translate(`${step.name}.text`)}</p>
        </div>
        <div className="tour-actions">
          {!isLast && (
            <button type="button" className="button quiet" onClick={onEnd}>
              {translate('skip')}
            </button>
          )}
          <span className="grow" />
          {at > 0 && (
            <button type="button" className="button" onClick={() => go(-1)}>
              {translate('back')}
            </button>
          )}
          <button
            type="button"
            className="button primary"
            onClick={() => (isLast ? onEnd() : go(1))}
          >
            {translate(isLast ? 'done' : 'next')}
          </button>
        </div>
      </section>
    </>
  )
}

const hasFocus = (card: HTMLElement | null) => card?.contains(document.activeElement) ?? false

/** The card has the focus when it comes; whoever had it before has it again afterwards. */
function useFocus(card: { readonly current: HTMLElement | null }, isSeen: boolean): void {
  useEffect(() => {
    if (!isSeen) return undefined
    const before = document.activeElement
    card.current?.focus({ preventScroll: true })
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
    }
  }, [card, isSeen])
}
