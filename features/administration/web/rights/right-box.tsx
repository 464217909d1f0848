import { Checkbox } from 'antd'

interface RightBoxProps {
  readonly name: string
  readonly title: string
  /** Left out where it says nothing more. */
  readonly note: string
  readonly reason: string | null
  readonly isDisabled: boolean
}

export function RightBox({ name, title, note, reason, isDisabled }: RightBoxProps) {
  return (
    <Checkbox value={name} disabled={isDisabled} className="right-box">
      <b>{title}</b>
      {note !== title && note !== '' && <span>{note}</span>}
      {reason !== null && <small>{reason}</small>}
    </Checkbox>
  )
}
