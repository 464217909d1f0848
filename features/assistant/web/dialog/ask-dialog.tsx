import {
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
} from 'react'
import { useTranslations } from 'use-intl'
import { Icon } from '#kit/ui/icon.tsx'
import { isNarrowQuery, useMedia } from '#kit/web/browser/use-media.ts'
import { useFollowLinks } from '#kit/web/detail/follow-links.ts'
import { spokenTexts } from '../answer/spoken-texts.ts'
import type { Conversation, Turn } from '../conversation.ts'
import type { Progress } from '../speech/reader.ts'
import { SpeechBar } from '../speech/speech-bar.tsx'
import { useReadAloud, type Readable } from '../speech/use-read-aloud.ts'
import { ConfirmClose } from './confirm-close.tsx'
import { FollowUp } from './follow-up.tsx'
import { lastAsked } from './last-asked.ts'
import { ResultMessage } from './result-message.tsx'
import { TurnView } from './turn-view.tsx'
import './ask-dialog.css'

interface AskDialogProps {
  readonly person: number
  readonly conversation: Conversation
  /** Attempts up to this one were shown before: they are not announced and read aloud again. */
  readonly seen: number
  readonly canOpen: (path: string) => boolean
  /** Somebody follows a citation; the conversation stays for when they come back. */
  readonly onLeave: () => void
  /** The conversation is over. */
  readonly onClose: () => void
}

/** Questions with their answers, read aloud, and the field for the next one. */
export default function AskDialog(props: AskDialogProps) {
  const { person, conversation, seen, canOpen, onLeave, onClose } = props
  const { turns, isWaiting } = conversation
  const translate = useTranslations('assistant')
  const common = useTranslations('common')
  const id = useId()
  const { dialog, isClosing, setClosing, tryClose, onKeyDown } = useClosing(turns.length > 0)
  const field = useRef<HTMLInputElement>(null)
  const focusTalk = useOpened(dialog, field, turns.length === 0)
  const ask = (question: string) => {
    const isTaken = conversation.ask(question)
    if (isTaken) focusTalk()
    return isTaken
  }
  const reading = useReadAloud(person, useReadable(turns), seen)
  const { stop } = reading
  useEffect(() => {
    if (isWaiting) stop()
  }, [isWaiting, stop])
  const follow = useFollowLinks()
  return (
    // Escape asks first, as the button does; the other keys are those of what is inside.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={dialog}
      className="ask-dialog"
      aria-labelledby={id}
      onKeyDown={onKeyDown}
      onCancel={(event) => {
        event.preventDefault()
        tryClose()
      }}
      onClose={(event) => event.target === dialog.current && onClose()}
    >
      <div className="ask-head">
        <h2 id={id}>{translate('title')}</h2>
        <small className="clip">{translate('about')}</small>
        <button
          type="button"
          className="icon-button"
          aria-label={common('close')}
          title={common('close')}
          onClick={tryClose}
        >
          <Icon name="close" />
        </button>
      </div>
      <Talk
        {...{ conversation, reading, canOpen }}
        onPress={(event) => {
          follow(event)
          if (event.defaultPrevented) onLeave()
        }}
      />
      {turns.some(({ outcome }) => outcome.kind === 'answered') && <SpeechBar reading={reading} />}
      <FollowUp ref={field} conversation={conversation} onAsk={ask} />
      <ResultMessage newest={lastAsked(turns)} seen={seen} />
      {isClosing && <ConfirmClose onStay={() => setClosing(false)} onClose={onClose} />}
    </dialog>
  )
}

interface TalkProps {
  readonly conversation: Conversation
  readonly reading: ReturnType<typeof useReadAloud>
  readonly canOpen: (path: string) => boolean
  readonly onPress: (event: MouseEvent<HTMLElement>) => void
}

/** All questions with their answers; the newest question is scrolled to its top. */
function Talk({ conversation, reading, canOpen, onPress }: TalkProps) {
  const translate = useTranslations('assistant')
  const { turns } = conversation
  const newest = turns.at(-1)
  const area = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // The area alone: an element that scrolls itself into view may move what is around it.
    const turn = list.current?.lastElementChild
    if (newest && area.current && turn instanceof HTMLElement)
      area.current.scrollTop = turn.offsetTop
  }, [newest])
  return (
    // What scrolls must be reachable by keys.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div ref={area} className="ask-talk" role="log" tabIndex={0} aria-label={translate('talk')}>
      {/* Links stay links, also for the keyboard: this only saves loading the page. */}
      {/* oxlint-disable-next-line click-events-have-key-events, no-static-element-interactions */}
      <div ref={list} onClick={onPress}>
        {turns.length === 0 && <p className="ask-empty">{translate('empty')}</p>}
        {turns.map((turn) => (
          <TurnView
            key={turn.id}
            {...{ turn, canOpen }}
            mayRetry={!conversation.isWaiting}
            progress={progressOf(reading.progress, turn)}
            onRetry={() => conversation.retry(turn.id)}
            onCancel={conversation.cancel}
          />
        ))}
      </div>
    </div>
  )
}

const progressOf = (progress: Progress, { attempt }: Turn) =>
  'key' in progress && progress.key === attempt ? progress : null

/** The newest answer, the same object as long as it is the newest. */
function useReadable(turns: readonly Turn[]): Readable | null {
  const turn = lastAsked(turns.filter(({ outcome }) => outcome.kind === 'answered'))
  return useMemo(() => {
    if (turn?.outcome.kind !== 'answered') return null
    const { answer, message } = turn.outcome
    return { key: turn.attempt, texts: spokenTexts(answer, message) }
  }, [turn])
}

/**
 * Opens it over the page. Where nothing was asked yet the focus is in the field, and with a
 * keyboard always; on a phone the field's keyboard would cover the answer. Returns what gives the
 * focus to the answers there.
 */
function useOpened(
  dialog: RefObject<HTMLDialogElement | null>,
  field: RefObject<HTMLInputElement | null>,
  isEmpty: boolean,
): () => void {
  const isNarrow = useMedia(isNarrowQuery)
  const hasField = useRef(isEmpty || !isNarrow)
  const talk = () => dialog.current?.querySelector<HTMLElement>('.ask-talk')
  useEffect(() => {
    if (!dialog.current || dialog.current.open) return
    dialog.current.showModal()
    if (hasField.current) field.current?.focus()
    else dialog.current.querySelector<HTMLElement>('.ask-talk')?.focus()
  }, [dialog, field])
  return () => {
    if (isNarrow) talk()?.focus()
  }
}

/** Whoever closes it loses a conversation, and is asked; an empty one closes at once. */
function useClosing(hasTurns: boolean) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [isClosing, setClosing] = useState(false)
  const tryClose = () => {
    if (hasTurns) setClosing(true)
    else dialog.current?.close()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.nativeEvent.isComposing || event.defaultPrevented) return
    // A browser lets a page refuse its own closing only once after each press elsewhere.
    event.preventDefault()
    if (isClosing) setClosing(false)
    else tryClose()
  }
  return { dialog, isClosing, setClosing, tryClose, onKeyDown }
}
