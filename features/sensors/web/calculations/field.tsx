import type { ReactNode } from 'react'

interface FieldProps {
  /** Of the control inside. */
  readonly id: string
  readonly label: string
  readonly error: string | null
  readonly note?: string
  readonly children: ReactNode
}

/** A control with its name and what is wrong with it. */
export function Field({ id, label, error, note, children }: FieldProps) {
  return (
    <div className="calculation-field">
      <label htmlFor={id}>{label}</label>
      {children}
      {note !== undefined && <p className="calculation-note">{note}</p>}
      {error !== null && (
        <p className="calculation-error" role="alert">
          {error}
        </p>
      )}
    </div>
  )
}
