import { CatchBoundary, type ErrorComponentProps } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Icon } from '#kit/ui/icon.tsx'
import {
  ChunkLoadError,
  clearFailedChunks,
  lazyComponent,
} from '#kit/web/screens/lazy-component.tsx'
import { toast } from '#kit/web/toast.ts'
import { useConversation, type Conversation } from '../conversation.ts'
import { QuestionForm } from './question-form.tsx'
import './ask-box.css'

const AskDialog = lazyComponent(() => import('../dialog/ask-dialog.tsx'))

interface AskBoxProps {
  /** Id of the person who asks. */
  readonly person: number
  /** Where the bar is short: a button that opens the dialog, which has the field. */
  readonly isShort: boolean
  /** Whether this person may open the page at a path. */
  readonly canOpen: (path: string) => boolean
}

/**
 * The way to the assistant in the top bar, and its dialog. A conversation that was left for the
 * chart of an answer is a press away.
 */
export function AskBox({ person, isShort, canOpen }: AskBoxProps) {
  const errors = useTranslations('errors')
  const conversation = useConversation()
  const [isOpen, setOpen] = useState(false)
  const [seen, setSeen] = useState(0)
  const open = () => setOpen(true)
  const isLeft = conversation.turns.length > 0
  const ask = (question: string) => {
    open()
    // One whose answer is on its way is shown first; the line keeps the new one.
    return conversation.ask(question)
  }
  return (
    <>
      {isShort ? <AskButton {...{ isLeft, open }} /> : <AskField {...{ isLeft, open, ask }} />}
      {isOpen && (
        <CatchBoundary
          getResetKey={() => 'dialog'}
          errorComponent={NotFetched}
          onCatch={(error) => {
            if (!(error instanceof ChunkLoadError)) return
            clearFailedChunks()
            toast('error', errors('noResponse'))
            setOpen(false)
          }}
        >
          <Suspense fallback={null}>
            <AskDialog
              {...{ person, conversation, seen, canOpen }}
              onLeave={() => {
                setOpen(false)
                setSeen(newestConcluded(conversation))
              }}
              onClose={() => {
                setOpen(false)
                conversation.clear()
              }}
            />
          </Suspense>
        </CatchBoundary>
      )}
    </>
  )
}

/** The newest attempt that waits for nothing. */
const newestConcluded = ({ turns }: Conversation): number =>
  Math.max(
    0,
    ...turns.filter(({ outcome }) => outcome.kind !== 'waiting').map(({ attempt }) => attempt),
  )

/** The dialog's own code could not be fetched: the next press retries. */
function NotFetched({ error }: ErrorComponentProps) {
  if (!(error instanceof ChunkLoadError)) throw error
  return null
}

interface WayProps {
  /** Whether there is a conversation to go back to. */
  readonly isLeft: boolean
  readonly open: () => void
}

function AskButton({ isLeft, open }: WayProps) {
  const translate = useTranslations('assistant')
  const label = translate(isLeft ? 'back' : 'label')
  return (
    <button
      type="button"
      className="icon-button ask-button"
      aria-label={label}
      title={label}
      data-left={isLeft ? '' : undefined}
      onClick={open}
    >
      <Icon name="ask" />
    </button>
  )
}

interface AskFieldProps extends WayProps {
  readonly ask: (question: string) => boolean
}

/** Enter with a question opens the dialog, without one does nothing. */
function AskField({ isLeft, open, ask }: AskFieldProps) {
  const translate = useTranslations('assistant')
  return (
    <QuestionForm
      className="ask"
      label={translate('label')}
      placeholder={translate('placeholder')}
      onAsk={ask}
    >
      {isLeft ? (
        <button
          type="button"
          className="icon-button small"
          aria-label={translate('back')}
          title={translate('back')}
          onClick={open}
        >
          <Icon name="undo" />
        </button>
      ) : (
        <kbd aria-hidden="true">{translate('enter')}</kbd>
      )}
    </QuestionForm>
  )
}
