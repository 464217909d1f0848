import { useId } from 'react'
import { useTranslations } from 'use-intl'
import { Icon } from '#kit/ui/icon.tsx'
import type { LimitFault } from '../content/size-limits.ts'

interface LimitFieldProps {
  readonly label: string
  readonly placeholder: string
  readonly value: string
  readonly fault: LimitFault | undefined
  readonly onChange: (text: string) => void
}

/** One limit of a size, and under it what is wrong with it. */
export function LimitField({ label, placeholder, value, fault, onChange }: LimitFieldProps) {
  const translate = useTranslations('dashboard.board.sizeLimits.wrong')
  const id = useId()
  return (
    <div className="field" data-invalid={fault ? '' : undefined}>
      <label htmlFor={id}>{label}</label>
      <span className="input">
        <input
          id={id}
          inputMode="numeric"
          autoComplete="off"
          maxLength={6}
          value={value}
          placeholder={placeholder}
          aria-invalid={fault !== undefined}
          aria-describedby={`${id}-fault`}
          onChange={({ target }) => onChange(target.value)}
        />
      </span>
      <p id={`${id}-fault`} className="field-error" role="status">
        {fault && (
          <>
            <Icon name="warning" />
            <span>{translate(fault.reason, { ...fault })}</span>
          </>
        )}
      </p>
    </div>
  )
}
