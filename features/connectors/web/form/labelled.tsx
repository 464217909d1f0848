import { Form } from 'antd'
import { useId, type ReactNode } from 'react'

interface LabelledProps {
  readonly label: string
  readonly extra?: string
  readonly children: (id: string) => ReactNode
}

/** A control with its label, and a note below it. */
export function Labelled({ label, extra, children }: LabelledProps) {
  const id = useId()
  return (
    <Form.Item label={label} htmlFor={id} extra={extra}>
      {children(id)}
    </Form.Item>
  )
}
