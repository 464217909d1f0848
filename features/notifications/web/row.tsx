import type { ReactNode } from 'react'

/** A field with its label beside it. */
export function Row({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div className="notification-row">
      <span aria-hidden="true">{label}</span>
      <div className="notification-field">{children}</div>
    </div>
  )
}
