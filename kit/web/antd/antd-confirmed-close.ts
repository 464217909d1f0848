import { App } from 'antd'

interface FormToClose {
  readonly isDirty: boolean
  readonly discard: () => void
  readonly onClose: () => void
}

interface Words {
  readonly title: string
  readonly text: string
  readonly discard: string
  readonly stay: string
}

/** Closes a form; one with changes only after the person has agreed to lose them. */
export function useConfirmedClose({ isDirty, discard, onClose }: FormToClose, words: Words) {
  const { modal } = App.useApp()
  return () => {
    if (!isDirty) return onClose()
    void modal.confirm({
      title: words.title,
      content: words.text,
      okText: words.discard,
      cancelText: words.stay,
      icon: null,
      onOk: () => {
        discard()
        onClose()
      },
    })
  }
}
