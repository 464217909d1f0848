import { useEffect, useRef, useState, type FormEvent } from 'react'
import { useTranslations } from 'use-intl'
import { isEmail } from '#kit/model/address.ts'
import { ApiError } from '#kit/web/calls/api-error.ts'
import { showFailure } from '#kit/web/calls/query.ts'
import { useFieldErrorText } from '#kit/web/texts/use-field-error-text.ts'
import { minimumNewPasswordLength, passwordError } from '#features/accounts/contract/password.ts'
import { EmailField, NameField, PasswordField } from '../sign-in-frame/credential-fields.tsx'
import { PasswordStrength } from '../password/password-strength.tsx'
import { useSetUp } from './use-set-up.ts'

const fieldNames = ['email', 'name', 'password'] as const
type FieldName = (typeof fieldNames)[number]
type Entries = Readonly<Record<FieldName, string>>
type Mistakes = Partial<Entries>

interface SetUpFormProps {
  readonly token: string
  /** The account is there and signed in. */
  readonly onDone: () => void
  /** The server has no such link any more. */
  readonly onRefused: () => void
}

/**
 * E-mail, name and password of the first administrator. Mistakes are shown at the field they belong
 * to.
 */
export function SetUpForm({ token, onDone, onRefused }: SetUpFormProps) {
  const translate = useTranslations('session.setup')
  const form = useRef<HTMLFormElement>(null)
  const mistakesIn = useMistakes()
  const refusedIn = useRefusals()
  const [entries, setEntries] = useState<Entries>({ email: '', name: '', password: '' })
  const [errors, setErrors] = useState<Mistakes>({})
  const { mutate, isPending } = useSetUp()
  // Whoever follows the link types at once.
  useEffect(() => form.current?.querySelector('input')?.focus(), [])

  const enter = (name: FieldName) => (value: string) => {
    setEntries((before) => ({ ...before, [name]: value }))
    setErrors(({ [name]: _gone, ...others }) => others)
  }
  /** Goes to the first field with a mistake; whether there is one. */
  const showMistakes = (mistakes: Mistakes): boolean => {
    setErrors(mistakes)
    const first = fieldNames.find((name) => mistakes[name] !== undefined)
    form.current?.querySelector<HTMLInputElement>(`input[name=${first}]`)?.focus()
    return first !== undefined
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isPending) return
    if (showMistakes(mistakesIn(entries))) return
    mutate(
      { token, email: entries.email.trim(), name: entries.name.trim(), password: entries.password },
      {
        onSuccess: onDone,
        onError: (error) => {
          if (error instanceof ApiError && error.code === 'forbidden') return onRefused()
          if (!showMistakes(refusedIn(error))) void showFailure(error)
        },
      },
    )
  }
  return (
    <form ref={form} noValidate onSubmit={submit}>
      <EmailField value={entries.email} error={errors.email} onChange={enter('email')} />
      <NameField value={entries.name} error={errors.name} onChange={enter('name')} />
      <PasswordField
        isNew
        value={entries.password}
        error={errors.password}
        onChange={enter('password')}
      />
      <PasswordStrength password={entries.password} personal={[entries.name, entries.email]} />
      <button className="button primary" type="submit" aria-disabled={isPending}>
        {translate(isPending ? 'creating' : 'create')}
      </button>
    </form>
  )
}

/** What the server refused, by field. */
function useRefusals(): (error: unknown) => Mistakes {
  const fieldErrorText = useFieldErrorText()
  return (error) => {
    if (!(error instanceof ApiError)) return {}
    const refused = fieldNames.flatMap((name) => {
      const [first] = error.errors[name] ?? []
      return first ? [[name, fieldErrorText(first)]] : []
    })
    return Object.fromEntries(refused) as Mistakes
  }
}

function useMistakes(): (entries: Entries) => Mistakes {
  const session = useTranslations('session')
  const fieldErrorText = useFieldErrorText()
  const translate = useTranslations('session.setup')
  return ({ email, name, password }) => ({
    ...(isEmail(email.trim()) ? {} : { email: session('emailInvalid') }),
    ...(name.trim() === '' ? { name: translate('nameMissing') } : {}),
    ...(password.length < minimumNewPasswordLength
      ? { password: fieldErrorText(passwordError('short')) }
      : {}),
  })
}
