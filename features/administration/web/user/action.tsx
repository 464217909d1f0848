import type { ReactNode } from 'react'
import { Icon } from '#kit/ui/icon.tsx'

interface ActionProps {
  readonly title: string
  readonly text: string
  /** Why it cannot be done. */
  readonly reason: string | null
  readonly children: ReactNode
}

/** Something that is done to an account at once, with what it does. */
export function Action({ title, text, reason, children }: ActionProps) {
  return (
    <div className="user-action">
      <div className="grow">
        <h3>{title}</h3>
        <p>{text}</p>
        {reason !== null && (
          <p className="user-action-reason">
            <Icon name="info" size={13} />
            {reason}
          </p>
        )}
      </div>
      {children}
    </div>
  )
}
