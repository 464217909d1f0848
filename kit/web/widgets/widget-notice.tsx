import type { ReactNode } from 'react'
import { Icon, type IconName } from '#kit/ui/icon.tsx'
import './widget-notice.css'

interface WidgetNoticeProps {
  readonly icon: IconName
  /** What is wrong. */
  readonly title: string
  /** More about it, or what to do. */
  readonly children?: ReactNode
  /** A failure is read out at once. */
  readonly isFailure?: boolean
}

/** Stands where a widget would be that cannot be drawn, and says why. */
export function WidgetNotice({ icon, title, children, isFailure = false }: WidgetNoticeProps) {
  return (
    <div className="panel widget-notice" role={isFailure ? 'alert' : 'group'}>
      <p className="widget-notice-title">
        <Icon name={icon} />
        {title}
      </p>
      {children}
    </div>
  )
}
