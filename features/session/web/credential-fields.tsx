import { useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Icon } from '#kit/ui/icon.tsx'

interface FieldProps {
  readonly value: string
  readonly error: string | undefined
  readonly onChange: (value: string) => void
}

export function EmailField({ value, error, onChange }: FieldProps) {
  const translate = useTranslations('session')
  const id = useId()
  return (
    <div className="field" data-invalid={error === undefined ? undefined : ''}>
      <label htmlFor={id}>{translate('email')}</label>
      <span className="input">
        <Icon name="mail" />
        <input
          id={id}
          name="email"
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          aria-invalid={error !== undefined}
          aria-describedby={`${id}-error`}
        />
      </span>
      <FieldError id={`${id}-error`} text={error} />
    </div>
  )
}

export function PasswordField({ value, error, onChange }: FieldProps) {
  const translate = useTranslations('session')
  const [isShown, setShown] = useState(false)
  const id = useId()
  return (
    <div className="field" data-invalid={error === undefined ? undefined : ''}>
      <label htmlFor={id}>{translate('password')}</label>
      <span className="input">
        <Icon name="lock" />
        <input
          id={id}
          name="password"
          type={isShown ? 'text' : 'password'}
          autoComplete="current-password"
          value={value}
          onChange={(event) => onChange(event.target.value)}
          aria-invalid={error !== undefined}
          aria-describedby={`${id}-error`}
        />
        <button
          type="button"
          className="show-password"
          aria-label={translate(isShown ? 'hidePassword' : 'showPassword')}
          title={translate(isShown ? 'hidePassword' : 'showPassword')}
          onClick={() => setShown(!isShown)}
        >
          <Icon name={isShown ? 'eye-off' : 'eye'} />
        </button>
      </span>
      <FieldError id={`${id}-error`} text={error} />
    </div>
  )
}

/** Always in the page, so that a screen reader hears the words when they come. */
function FieldError({ id, text }: { readonly id: string; readonly text: string | undefined }) {
  return (
    <div id={id} role="alert">
      {text !== undefined && (
        <div className="field-error">
          <Icon name="bad" />
          <span className="sentence">{text}</span>
        </div>
      )}
    </div>
  )
}
