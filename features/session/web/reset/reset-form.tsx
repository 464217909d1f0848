import { useEffect, useRef, useState, type FormEvent } from 'react'
import { useTranslations } from 'use-intl'
import { ApiError } from '#kit/web/calls/api-error.ts'
import { showFailure } from '#kit/web/calls/query.ts'
import { useFieldErrorText } from '#kit/web/texts/use-field-error-text.ts'
import { assessPassword, passwordError } from '#features/accounts/contract/password.ts'
import { PasswordField } from '../sign-in-frame/credential-fields.tsx'
import { PasswordStrength } from '../password/password-strength.tsx'
import { useResetPassword } from './use-reset-password.ts'

interface ResetFormProps {
  readonly token: string
  readonly onDone: () => void
  /** The server has no such link any more. */
  readonly onRefused: () => void
}

/** One new password, with how strong it is and why it is refused. */
export function ResetForm({ token, onDone, onRefused }: ResetFormProps) {
  const translate = useTranslations('session')
  const fieldErrorText = useFieldErrorText()
  const form = useRef<HTMLFormElement>(null)
  const [password, setPassword] = useState('')
  const [mistake, setMistake] = useState<string>()
  const { mutate, isPending } = useResetPassword()
  // Whoever follows the link types at once.
  useEffect(() => form.current?.querySelector('input')?.focus(), [])

  const refuse = (text: string) => {
    setMistake(text)
    form.current?.querySelector('input')?.focus()
  }
  const answer = (error: unknown) => {
    if (!(error instanceof ApiError)) return void showFailure(error)
    const [reason] = error.errors['password'] ?? []
    if (reason !== undefined) {
      return refuse(fieldErrorText(reason))
    }
    if (['forbidden', 'not_found', 'invalid'].includes(error.code)) return onRefused()
    void showFailure(error)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isPending) return
    const { problem } = assessPassword(password)
    if (problem !== null) return refuse(fieldErrorText(passwordError(problem)))
    mutate({ token, password }, { onSuccess: onDone, onError: answer })
  }
  return (
    <form ref={form} noValidate onSubmit={submit}>
      <PasswordField
        isNew
        value={password}
        error={mistake}
        onChange={(value) => {
          setPassword(value)
          setMistake(undefined)
        }}
      />
      <PasswordStrength password={password} />
      <button className="button primary" type="submit" aria-disabled={isPending}>
        {translate(isPending ? 'reset.saving' : 'reset.save')}
      </button>
    </form>
  )
}
