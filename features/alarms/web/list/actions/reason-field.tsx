import { Input } from 'antd'
import { useEffect, useId, useRef, type ComponentRef } from 'react'
import { useTranslations } from 'use-intl'

const maximumReason = 1_000

interface ReasonFieldProps {
  readonly reason: string
  /** How often sending was tried without a reason. */
  readonly missed: number
  readonly onChange: (reason: string) => void
}

/** Why it is done; where that is missing it says so, and has the focus. */
export function ReasonField({ reason, missed, onChange }: ReasonFieldProps) {
  const translate = useTranslations('alarms.shelve')
  const errorId = useId()
  const field = useRef<ComponentRef<typeof Input.TextArea>>(null)
  const isRefused = missed > 0 && reason.trim() === ''
  useEffect(() => {
    if (missed > 0) field.current?.focus()
  }, [missed])
  return (
    <>
      <label className="alarm-field">
        {translate('reason')}
        <Input.TextArea
          ref={field}
          value={reason}
          rows={2}
          maxLength={maximumReason}
          status={isRefused ? 'error' : ''}
          aria-invalid={isRefused}
          aria-describedby={isRefused ? errorId : undefined}
          onChange={({ target }) => onChange(target.value)}
        />
      </label>
      {isRefused && (
        <p id={errorId} className="alarm-field-error" role="alert">
          {translate('reasonMissing')}
        </p>
      )}
    </>
  )
}
