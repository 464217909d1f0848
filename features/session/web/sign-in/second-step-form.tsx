import { useRef, useState, type FormEvent } from 'react'
import { useTranslations } from 'use-intl'
import { ApiError } from '#kit/web/calls/api-error.ts'
import { showFailure } from '#kit/web/calls/query.ts'
import { Field } from '../sign-in-frame/credential-fields.tsx'
import './second-step.css'
import { useSecondStep } from './use-second-step.ts'

interface SecondStepFormProps {
  /** What the server answered to the right password. */
  readonly ticket: string
  /** The person is signed in. */
  readonly onDone: () => void
  /** Back to e-mail and password: by choice, or because the ticket is too old. */
  readonly onBack: () => void
}

/**
 * The second step of a sign-in: the code of an authenticator, or a recovery code where the
 * authenticator is lost.
 */
export function SecondStepForm({ ticket, onDone, onBack }: SecondStepFormProps) {
  const translate = useTranslations('session.secondStep')
  const form = useRef<HTMLFormElement>(null)
  const back = useRef<HTMLButtonElement>(null)
  const [usesRecovery, setUsesRecovery] = useState(false)
  const [entry, setEntry] = useState('')
  const [mistake, setMistake] = useState<string>()
  const { mutate, isPending } = useSecondStep(ticket)

  const enter = (text: string) => {
    setEntry(text)
    setMistake(undefined)
  }
  /** Goes to the field: the next thing to do is another entry. */
  const refuse = (text: string) => {
    setMistake(text)
    form.current?.querySelector('input')?.focus()
  }
  const answer = (error: unknown) => {
    if (!(error instanceof ApiError)) return void showFailure(error)
    if (error.code === 'unauthenticated') {
      setMistake(translate('expired'))
      return back.current?.focus()
    }
    if (error.code === 'second_factor_unreadable') return refuse(translate('unreadable'))
    if (error.code === 'invalid')
      return refuse(translate(usesRecovery ? 'recoveryWrong' : 'codeWrong'))
    void showFailure(error)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isPending) return
    const typed = entry.replaceAll(/\s/g, '')
    if (usesRecovery ? typed === '' : !/^\d{6}$/.test(typed)) {
      return refuse(translate(usesRecovery ? 'recoveryMissing' : 'codeShape'))
    }
    mutate(usesRecovery ? { recoveryCode: typed } : { code: typed }, {
      onSuccess: onDone,
      onError: answer,
    })
  }
  return (
    <form ref={form} noValidate onSubmit={submit} className="second-step">
      <p className="sign-in-site">{translate(usesRecovery ? 'recoveryIntro' : 'intro')}</p>
      <Field
        key={String(usesRecovery)}
        label={translate(usesRecovery ? 'recoveryCode' : 'code')}
        icon="shield"
        name={usesRecovery ? 'recovery-code' : 'one-time-code'}
        autoComplete={usesRecovery ? 'off' : 'one-time-code'}
        inputMode={usesRecovery ? 'text' : 'numeric'}
        maxLength={usesRecovery ? 64 : 12}
        spellCheck={false}
        autoCapitalize="none"
        // The step before took the focus away with its field.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        value={entry}
        error={mistake}
        onChange={enter}
      />
      <button className="button primary" type="submit" aria-disabled={isPending}>
        {translate(isPending ? 'checking' : 'submit')}
      </button>
      <p className="second-step-actions">
        <button
          type="button"
          className="link"
          onClick={() => {
            setUsesRecovery(!usesRecovery)
            enter('')
          }}
        >
          {translate(usesRecovery ? 'useCode' : 'useRecovery')}
        </button>
        <button ref={back} type="button" className="link-quiet" onClick={onBack}>
          {translate('back')}
        </button>
      </p>
    </form>
  )
}
