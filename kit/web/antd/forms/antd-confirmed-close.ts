import { App } from 'antd'
import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { useCloseOnce } from '../../screens/late-answers.ts'
import { useInterrupted, useUnsaved } from '../../screens/unsaved.ts'

interface FormToClose {
  readonly isDirty: boolean
  /** What was entered is under way to the server: closing the form does not take it back. */
  readonly isPending?: boolean
  /** Takes the mark of unsaved entries away. */
  readonly discard: () => void
  readonly onClose: () => void
}

/**
 * Closes a form; one with changes only after the person has agreed to lose them. The question ends
 * by itself once there is nothing to lose any more: an answer of the server may save and close the
 * form meanwhile.
 */
export function useConfirmedClose(form: FormToClose): () => void {
  const { isDirty, isPending = false, discard, onClose } = form
  const translate = useTranslations('common.unsaved')
  const { modal } = App.useApp()
  const question = useRef<{ readonly destroy: () => void }>(null)
  useEffect(() => {
    if (isDirty) return () => question.current?.destroy()
    return undefined
  }, [isDirty])
  return () => {
    if (!isDirty) return onClose()
    question.current = modal.confirm({
      title: translate(isPending ? 'sentTitle' : 'title'),
      content: translate(isPending ? 'sentText' : 'text'),
      okText: translate(isPending ? 'close' : 'discard'),
      cancelText: translate('stay'),
      icon: null,
      onOk: () => {
        discard()
        onClose()
      },
    })
  }
}

interface DialogEntries {
  /** Unique among the forms of the screen. */
  readonly form: string
  readonly isDirty: boolean
  /** What was entered is under way to the server. */
  readonly isPending?: boolean
  readonly onClose: () => void
}

/**
 * The ways to close a dialog whose entries are gone with it: `close` asks about them first, `leave`
 * is for those that were sent, and does what follows only where the person has not closed it
 * before. After a session that ended they must be entered again.
 */
export function useDialogEntries({ form, isDirty, isPending = false, onClose }: DialogEntries) {
  useInterrupted(form)
  const discard = useUnsaved(form, isDirty, () => null)
  const closeOnce = useCloseOnce(onClose)
  const close = useConfirmedClose({ isDirty, isPending, discard, onClose: closeOnce })
  const leave = (then?: () => void) => {
    discard()
    if (closeOnce()) then?.()
  }
  return { close, leave }
}
