import { Modal } from 'antd'
import { useId, type ReactNode } from 'react'

interface FormDialogProps {
  /** Pixels. */
  readonly width: number
  readonly title: string
  /** What the buttons say. */
  readonly texts: { readonly save: string; readonly cancel: string }
  readonly isPending: boolean
  readonly onSubmit: () => void
  readonly onClose: () => void
  readonly children: ReactNode
}

/** A dialog with a form that Enter sends, once. */
export function FormDialog({
  width,
  title,
  texts,
  isPending,
  onSubmit,
  ...props
}: FormDialogProps) {
  const formId = useId()
  return (
    <Modal
      open
      width={width}
      title={title}
      okText={texts.save}
      cancelText={texts.cancel}
      okButtonProps={{ loading: isPending, htmlType: 'submit', form: formId }}
      onCancel={props.onClose}
    >
      <form
        id={formId}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (!isPending) onSubmit()
        }}
      >
        {props.children}
      </form>
    </Modal>
  )
}
