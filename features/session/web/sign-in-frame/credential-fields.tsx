import { useId, useState, type InputHTMLAttributes, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Icon, type IconName } from '#kit/ui/icon.tsx'

interface FieldProps {
  readonly value: string
  readonly error: string | undefined
  readonly onChange: (value: string) => void
}

export function EmailField(props: FieldProps) {
  const translate = useTranslations('session')
  return (
    <Field
      {...props}
      {...{
        name: 'email',
        type: 'email',
        autoComplete: 'username',
        autoCapitalize: 'none',
        spellCheck: false,
      }}
      label={translate('email')}
      icon="mail"
    />
  )
}

/** What a person is called. */
export function NameField(props: FieldProps) {
  const translate = useTranslations('session.setup')
  return (
    <Field
      {...props}
      {...{ name: 'name', autoComplete: 'name', maxLength: 128 }}
      label={translate('name')}
      icon="user"
    />
  )
}

interface PasswordFieldProps extends FieldProps {
  /** A password that is only now chosen: password managers offer to make one. */
  readonly isNew?: boolean
}

export function PasswordField({ isNew = false, ...props }: PasswordFieldProps) {
  const translate = useTranslations('session')
  const [isShown, setShown] = useState(false)
  const show = translate(isShown ? 'hidePassword' : 'showPassword')
  return (
    <Field
      {...props}
      {...{
        name: 'password',
        autoComplete: isNew ? 'new-password' : 'current-password',
        autoCapitalize: 'none',
        spellCheck: false,
      }}
      type={isShown ? 'text' : 'password'}
      label={translate('password')}
      icon="lock"
    >
      <button
        type="button"
        className="show-password"
        aria-label={show}
        title={show}
        onClick={() => setShown(!isShown)}
      >
        <Icon name={isShown ? 'eye-off' : 'eye'} />
      </button>
    </Field>
  )
}

interface LabelledProps
  extends
    FieldProps,
    Omit<InputHTMLAttributes<HTMLInputElement>, 'value' | 'onChange' | 'children'> {
  readonly label: string
  readonly icon: IconName
  readonly children?: ReactNode
}

/**
 * A labelled input with a mark before it; its mistake is under it, an empty one only marks the
 * field.
 */
export function Field({ label, icon, error, onChange, children, ...input }: LabelledProps) {
  const id = useId()
  return (
    <div className="field" data-invalid={error === undefined ? undefined : ''}>
      <label htmlFor={id}>{label}</label>
      <span className="input">
        <Icon name={icon} />
        <input
          {...input}
          id={id}
          onChange={(event) => onChange(event.target.value)}
          aria-invalid={error !== undefined}
          aria-describedby={`${id}-error`}
        />
        {children}
      </span>
      <FieldError id={`${id}-error`} text={error} />
    </div>
  )
}

/** Always in the page, so that a screen reader announces the words when they come. */
function FieldError({ id, text }: { readonly id: string; readonly text: string | undefined }) {
  return (
    <div id={id} role="alert">
      {text && (
        <div className="field-error">
          <Icon name="bad" />
          <span className="sentence">{text}</span>
        </div>
      )}
    </div>
  )
}
