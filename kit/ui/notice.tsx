import type { ReactNode } from 'react'
import { Icon, type IconName } from './icon.tsx'

interface NoticeProps {
  readonly icon: IconName
  readonly title: string
  readonly children?: ReactNode
  /** The next step, as a button or a link. */
  readonly action?: ReactNode
  /** A failure is read out at once. */
  readonly isFailure?: boolean
  /** It is all that the page has to say: its title is the page's. */
  readonly isPage?: boolean
}

/**
 * Stands where content would be: nothing there yet, nothing found, or it could not be had. Says
 * what to do next.
 */
export function Notice({
  icon,
  title,
  children,
  action,
  isFailure = false,
  isPage = false,
}: NoticeProps) {
  return (
    <div className="notice" {...(isFailure ? { role: 'alert' } : {})}>
      <Icon name={icon} />
      {isPage ? <h1>{title}</h1> : <h2>{title}</h2>}
      {children}
      {action}
    </div>
  )
}
