import { App } from 'antd'
import { useTranslations } from 'use-intl'
import { useCloseOnce } from '../screens/late-answers.ts'
import { useInterrupted, useUnsaved } from '../screens/unsaved.ts'

interface FormToClose {
  readonly isDirty: boolean
  /** Takes the mark of unsaved entries away. */
  readonly discard: () => void
  readonly onClose: () => void
}

/** Closes a form; one with changes only after the person has agreed to lose them. */
export function useConfirmedClose({ isDirty, discard, onClose }: FormToClose): () => void {
  const translate = useTranslations('common.unsaved')
  const { modal } = App.useApp()
  return () => {
    if (!isDirty) return onClose()
    void modal.confirm({
      title: translate('title'),
      content: translate('text'),
      okText: translate('discard'),
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
  readonly onClose: () => void
}

/**
 * The ways to close a dialog whose entries are gone with it: `close` asks about them first, `leave`
 * is for those that were sent, and does what follows only where the person has not closed it
 * before. After a session that ended they must be entered again.
 */
export function useDialogEntries({ form, isDirty, onClose }: DialogEntries) {
  useInterrupted(form)
  const discard = useUnsaved(form, isDirty, () => null)
  const closeOnce = useCloseOnce(onClose)
  const close = useConfirmedClose({ isDirty, discard, onClose: closeOnce })
  const leave = (then?: () => void) => {
    discard()
    if (closeOnce()) then?.()
  }
  return { close, leave }
}
