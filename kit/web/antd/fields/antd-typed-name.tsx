import { Input } from 'antd'
import { useId, type ReactNode } from 'react'

interface TypedNameProps {
  /** Asks for the name, which it shows. */
  readonly label: ReactNode
  readonly typed: string
  readonly onType: (typed: string) => void
  readonly onEnter?: () => void
}

/** The name of what is to be deleted, typed by whoever confirms it. */
export function TypedName({ label, typed, onType, onEnter }: TypedNameProps) {
  const id = useId()
  return (
    <div className="typed-name">
      <label htmlFor={id}>{label}</label>
      <Input
        id={id}
        value={typed}
        maxLength={200}
        autoComplete="off"
        onChange={(event) => onType(event.target.value)}
        {...(onEnter ? { onPressEnter: onEnter } : {})}
      />
    </div>
  )
}
