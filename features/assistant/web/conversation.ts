import { useCallback, useEffect, useRef, useState } from 'react'
import { useLocale } from 'use-intl'
import { ApiError, type FailureCode } from '#kit/web/calls/api-error.ts'
import { callLines } from '#kit/web/calls/call-lines.ts'
import { useMutation } from '#kit/web/calls/use-mutation.ts'
import type { Locale } from '#kit/model/locale.ts'
import { serverClock } from '#kit/web/clock/server-clock.ts'
import type { Answer, AnswerLine, AnswerSentence, DialogContext } from '../contract/answer.ts'
import { askAssistant } from '../contract/routes.ts'

/** An answer that takes longer is none. */
export const answerTimeoutMs = 60_000

/** What came of a question. */
export type Outcome =
  /** `sentences`: what is there already, each of them checked. */
  | { readonly kind: 'waiting'; readonly sentences: readonly AnswerSentence[] }
  | { readonly kind: 'answered'; readonly answer: Answer; readonly message: string }
  /** `error` null: no answer came in time. */
  | { readonly kind: 'failed'; readonly error: Error | null }
  | { readonly kind: 'cancelled' }

/** A question with what came of it. */
export interface Turn {
  readonly id: number
  /** Of all questions asked, those asked again included: the later, the higher. */
  readonly attempt: number
  readonly question: string
  /** ms UTC, of the server. */
  readonly askedAt: number
  readonly outcome: Outcome
}

/** The questions of a person with their answers, oldest first, as long as the page is open. */
export interface Conversation {
  readonly turns: readonly Turn[]
  readonly isWaiting: boolean
  /** Asks further; false while an answer is on its way: nothing is asked then. */
  readonly ask: (question: string) => boolean
  /** Asks a question again that failed or was cancelled. */
  readonly retry: (id: number) => void
  /** Stops waiting for the answer. */
  readonly cancel: () => void
  /** Removes all of it. */
  readonly clear: () => void
}

/** As many as one reads in one sitting; older ones leave. */
const maximumTurns = 50

/** What the next question may refer to: the context of the last answer before `id`. */
export function contextBefore(turns: readonly Turn[], id: number): DialogContext | null {
  for (const turn of turns.toReversed()) {
    if (turn.id < id && turn.outcome.kind === 'answered') return turn.outcome.answer.context
  }
  return null
}

/** A turn after a line of its answer. */
function continued(turn: Turn, line: AnswerLine): Turn {
  if (turn.outcome.kind !== 'waiting') return turn
  const { sentences } = turn.outcome
  if (line.kind === 'sentence')
    return { ...turn, outcome: { kind: 'waiting', sentences: [...sentences, line.sentence] } }
  return line.kind === 'restart' ? { ...turn, outcome: { kind: 'waiting', sentences: [] } } : turn
}

interface Request {
  readonly id: number
  readonly abort: AbortController
}

export function useConversation(): Conversation {
  const [turns, setTurns] = useState<readonly Turn[]>([])
  const request = useRef<Request | null>(null)
  const attempts = useRef(0)
  const send = useSend()
  const conclude = useCallback((id: number, outcome: Outcome) => {
    // Whoever cancelled, or left, has an outcome already.
    if (request.current?.id !== id) return
    request.current = null
    setTurns((before) => before.map((turn) => (turn.id === id ? { ...turn, outcome } : turn)))
  }, [])
  const progress = useCallback((id: number, line: AnswerLine) => {
    if (request.current?.id !== id) return
    setTurns((before) => before.map((turn) => (turn.id === id ? continued(turn, line) : turn)))
  }, [])
  const start = useCallback(
    (id: number, question: string, context: DialogContext | null) => {
      const abort = new AbortController()
      request.current = { id, abort }
      const timer = setTimeout(() => {
        conclude(id, { kind: 'failed', error: null })
        abort.abort()
      }, answerTimeoutMs)
      abort.signal.addEventListener('abort', () => clearTimeout(timer))
      const onLine = (line: AnswerLine) => progress(id, line)
      send({ question, context, signal: abort.signal, onLine }, (outcome) => {
        clearTimeout(timer)
        conclude(id, outcome)
      })
    },
    [send, conclude, progress],
  )
  const stop = useCallback(() => {
    request.current?.abort.abort()
    request.current = null
  }, [])
  // Who signs out waits for nothing any more.
  useEffect(() => stop, [stop])
  const begin = (turn: Pick<Turn, 'id' | 'question'>) => {
    const attempt = (attempts.current += 1)
    const outcome = { kind: 'waiting', sentences: [] } as const
    const asked = { ...turn, attempt, askedAt: serverClock.now(), outcome }
    const others = turns.filter(({ id }) => id !== turn.id)
    setTurns([...others, asked].toSorted((one, other) => one.id - other.id).slice(-maximumTurns))
    start(turn.id, turn.question, contextBefore(turns, turn.id))
  }
  return {
    turns,
    isWaiting: turns.some(({ outcome }) => outcome.kind === 'waiting'),
    ask(question) {
      if (request.current !== null) return false
      begin({ id: attempts.current + 1, question })
      return true
    },
    retry(id) {
      const turn = turns.find((each) => each.id === id)
      if (turn && request.current === null) begin({ id, question: turn.question })
    },
    cancel() {
      const id = request.current?.id
      if (id === undefined) return
      const { abort } = request.current ?? {}
      conclude(id, { kind: 'cancelled' })
      abort?.abort()
    },
    clear() {
      stop()
      setTurns([])
    },
  }
}

interface Question {
  readonly question: string
  readonly context: DialogContext | null
  readonly signal: AbortSignal
  readonly onLine: (line: AnswerLine) => void
}

/** The whole answer; throws what its last line says failed. */
async function fetchAnswer(locale: Locale, asked: Question) {
  const { question, context, signal, onLine } = asked
  let last: AnswerLine | null = null
  const body = { question, type: 'search', locale, context } as const
  const whole = await callLines(
    askAssistant,
    { body },
    {
      signal,
      onLine(line) {
        last = line as AnswerLine
        onLine(last)
      },
    },
  )
  return whole ?? answerIn(last)
}

function answerIn(last: AnswerLine | null): Extract<AnswerLine, { readonly kind: 'answer' }> {
  if (last?.kind === 'answer') return last
  const { error, message } = last?.kind === 'failed' ? last : { error: 'no_response', message: '' }
  // The server has a closed list of them, which this page has too.
  throw new ApiError({ status: 0, code: error as FailureCode, message })
}

/** Sends a question; what comes of it is given to `onOutcome`. */
function useSend() {
  const locale = useLocale()
  const { mutate } = useMutation({
    mutationFn: (question: Question) => fetchAnswer(locale, question),
    meta: { quiet: true },
  })
  return useCallback(
    (question: Question, onOutcome: (outcome: Outcome) => void) =>
      mutate(question, {
        onSuccess: ({ data, message }) => onOutcome({ kind: 'answered', answer: data, message }),
        onError: (error) => onOutcome({ kind: 'failed', error }),
      }),
    [mutate],
  )
}
