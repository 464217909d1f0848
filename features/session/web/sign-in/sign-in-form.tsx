import { useEffect, useRef, useState, type FormEvent } from 'react'
import { useTranslations } from 'use-intl'
import { isEmail } from '#kit/model/address.ts'
import { failureKey } from '#kit/web/calls/failure-text.ts'
import { showFailure } from '#kit/web/calls/query.ts'
import { minimumPasswordLength } from '#features/accounts/contract/sign-in.ts'
import { EmailField, PasswordField } from '../sign-in-frame/credential-fields.tsx'
import { useSignInTarget } from './use-sign-in-target.ts'
import { useSignIn } from './use-sign-in.ts'

interface FormErrors {
  readonly email?: string | undefined
  readonly password?: string | undefined
}

interface SignInFormProps {
  readonly email: string
  readonly password: string
  readonly onEmail: (email: string) => void
  readonly onPassword: (password: string) => void
  /** The password was right, and the account has a second factor. */
  readonly onSecondStep: (ticket: string) => void
}

/**
 * E-mail, password and the button. What can be seen without the server is shown at its field, what
 * the server answers in a toast; a field that the server refused stays marked until it is changed.
 */
export function SignInForm({
  email,
  password,
  onEmail,
  onPassword,
  onSecondStep,
}: SignInFormProps) {
  const translate = useTranslations('session')
  const form = useRef<HTMLFormElement>(null)
  const { check, answer, errors, clearError } = useFormErrors()
  const { mutate, isPending } = useSignIn()
  const { open, prepare } = useSignInTarget()
  // Whoever comes to sign in types at once.
  const first = useRef<FieldName>(email === '' ? 'email' : 'password')
  useEffect(() => focusField(form.current, first.current), [])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isPending) return
    const wrong = check(email, password)
    if (wrong !== null) return focusField(form.current, wrong)
    prepare()
    mutate(
      { email, password },
      {
        onSuccess: (answered) => ('ticket' in answered ? onSecondStep(answered.ticket) : open()),
        onError: (error) => focusField(form.current, answer(error)),
      },
    )
  }
  return (
    <form ref={form} noValidate onSubmit={submit}>
      <EmailField
        value={email}
        error={errors.email}
        onChange={(value) => {
          clearError('email')
          onEmail(value)
        }}
      />
      <PasswordField
        value={password}
        error={errors.password}
        onChange={(value) => {
          clearError('password')
          onPassword(value)
        }}
      />
      <button className="button primary" type="submit" aria-disabled={isPending}>
        {translate(isPending ? 'submitting' : 'submit')}
      </button>
    </form>
  )
}

/** A field that is marked while the reason is shown elsewhere. */
const markOnly = ''

type FieldName = keyof FormErrors

function focusField(form: HTMLFormElement | null, name: FieldName | null): void {
  if (name !== null) form?.querySelector<HTMLInputElement>(`input[name=${name}]`)?.focus()
}

/** The mistakes on screen. `check` and `answer` set them and name the field to go to, if any. */
function useFormErrors() {
  const translate = useTranslations('session')
  const [errors, setErrors] = useState<FormErrors>({})
  return {
    errors,
    clearError: (name: FieldName) => setErrors((shown) => ({ ...shown, [name]: undefined })),
    check: (email: string, password: string): FieldName | null => {
      const isWrongEmail = !isEmail(email.trim())
      const isWrongPassword = password.length < minimumPasswordLength
      setErrors({
        email: isWrongEmail ? translate('emailInvalid') : undefined,
        password: isWrongPassword ? translate('passwordShort') : undefined,
      })
      return isWrongEmail ? 'email' : isWrongPassword ? 'password' : null
    },
    answer: (error: unknown): FieldName | null => {
      void showFailure(error)
      const key = failureKey(error)
      const field = key === 'wrongPassword' ? 'password' : key === 'notRegistered' ? 'email' : null
      setErrors(field === null ? {} : { [field]: markOnly })
      return field
    },
  }
}
