import { Modal } from 'antd'
import type { ReactNode } from 'react'
import { toast } from '#kit/web/toast.ts'

interface Callbacks {
  readonly onSuccess: () => void
  readonly onError: () => void
}

interface RemoveDialogProps {
  readonly texts: Readonly<Record<'title' | 'remove' | 'cancel' | 'done', string>>
  readonly isPending: boolean
  readonly onRemove: (callbacks: Callbacks) => void
  readonly onClose: () => void
  /** What goes with it, and what stays. */
  readonly children: ReactNode
}

/** Asks before something is removed, and says when it has been. */
export function RemoveDialog({ texts, isPending, onRemove, onClose, children }: RemoveDialogProps) {
  const onSuccess = () => {
    toast('success', texts.done)
    onClose()
  }
  return (
    <Modal
      open
      title={texts.title}
      okText={texts.remove}
      cancelText={texts.cancel}
      cancelButtonProps={{ autoFocus: true }}
      okButtonProps={{ loading: isPending }}
      onOk={() => onRemove({ onSuccess, onError: onClose })}
      onCancel={onClose}
    >
      {children}
    </Modal>
  )
}
