import { App } from 'antd'

interface Editing {
  /** Whether something was entered that is not saved. */
  readonly isDirty: boolean
  readonly discard: () => void
}

type Text = 'discardTitle' | 'discardText' | 'discard' | 'stay'

/** Closes a form; asks before entries are dropped. */
export function useConfirmedClose(
  { isDirty, discard }: Editing,
  onClose: () => void,
  textOf: (text: Text) => string,
): () => void {
  const { modal } = App.useApp()
  return () => {
    if (!isDirty) return onClose()
    void modal.confirm({
      title: textOf('discardTitle'),
      content: textOf('discardText'),
      okText: textOf('discard'),
      cancelText: textOf('stay'),
      icon: null,
      onOk: () => {
        discard()
        onClose()
      },
    })
  }
}
