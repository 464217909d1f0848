import { Form } from 'antd'
import { useId, type ReactNode } from 'react'

interface FieldFrameProps {
  readonly label: ReactNode
  readonly extra?: ReactNode
  readonly error?: string | undefined
  readonly children: (id: string) => ReactNode
}

/** Label, control, what is wrong and a note. */
export function FieldFrame({ label, extra, error, children }: FieldFrameProps) {
  const id = useId()
  return (
    <Form.Item
      label={label}
      htmlFor={id}
      extra={extra}
      {...(error === undefined ? {} : { validateStatus: 'error' as const, help: error })}
    >
      {children(id)}
    </Form.Item>
  )
}
