import { Button, Drawer } from 'antd'
import type { ReactNode } from 'react'

interface FormDrawerProps {
  readonly title: string
  readonly size: number
  /** The form among the children that the button of the foot submits. */
  readonly formId: string
  readonly cancel: string
  readonly submit: string
  /** There is nothing to submit yet. */
  readonly isUnchanged?: boolean
  readonly isPending: boolean
  /** A closed drawer keeps its form, and with it what was entered. */
  readonly isOpen?: boolean
  readonly onClose: () => void
  readonly children: ReactNode
}

/** A form in a drawer, with the buttons that leave and submit it in the foot. */
export function FormDrawer({ isOpen, title, size, onClose, children, ...foot }: FormDrawerProps) {
  return (
    <Drawer
      open={isOpen ?? true}
      onClose={onClose}
      title={title}
      size={size}
      forceRender={isOpen !== undefined}
      footer={
        <div className="form-foot">
          <Button onClick={onClose}>{foot.cancel}</Button>
          <Button
            type="primary"
            htmlType="submit"
            form={foot.formId}
            disabled={foot.isUnchanged ?? false}
            loading={foot.isPending}
          >
            {foot.submit}
          </Button>
        </div>
      }
    >
      {children}
    </Drawer>
  )
}
