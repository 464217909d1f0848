import { Checkbox } from 'antd'

interface RightBoxProps {
  readonly name: string
  readonly meaning: string
  readonly reason: string | null
  readonly isDisabled: boolean
}

export function RightBox({ name, meaning, reason, isDisabled }: RightBoxProps) {
  return (
    <Checkbox value={name} disabled={isDisabled} className="right-box">
      <b>{name}</b>
      {meaning !== name && meaning !== '' && <span>{meaning}</span>}
      {reason !== null && <small>{reason}</small>}
    </Checkbox>
  )
}
