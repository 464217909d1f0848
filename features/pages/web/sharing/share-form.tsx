import { useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { ApiError } from '#kit/web/calls/api-error.ts'
import { showFailure } from '#kit/web/calls/query.ts'
import { useInterrupted, useUnsaved } from '#kit/web/screens/unsaved.ts'
import { useFieldErrorText } from '#kit/web/texts/use-field-error-text.ts'
import type { ShareList } from '../../contract/sharing.ts'
import { useShare } from './query-sharing.ts'

interface ShareFormProps {
  readonly id: string
  readonly list: ShareList
}

/** Shares a board with one more person or role. */
export function ShareForm({ id, list }: ShareFormProps) {
  const translate = useTranslations('pages.sharing')
  const textOf = useFieldErrorText()
  const errorId = useId()
  const share = useShare(id)
  const [role, setRole] = useState('')
  const form = `sharing ${id}`
  const [email, setEmail] = useState(useInterrupted<string>(form) ?? '')
  const [access, setAccess] = useState<'read' | 'edit'>('read')
  const [error, setError] = useState<string | null>(null)
  useUnsaved(form, email !== '', () => email)
  const send = () => {
    if (share.isPending) return
    if (role === '' && email.trim() === '') return setError(translate('emailMissing'))
    share.mutate(
      { access, ...(role === '' ? { email: email.trim() } : { role }) },
      {
        // What was typed meanwhile is of the next share.
        onSuccess: () => setEmail((now) => (now === email ? '' : now)),
        onError: (failure) => {
          const reasons = failure instanceof ApiError ? Object.values(failure.errors).flat() : []
          if (reasons[0]) setError(textOf(reasons[0]))
          else void showFailure(failure)
        },
      },
    )
  }
  return (
    <form
      className="sharing-form"
      noValidate
      onChange={() => setError(null)}
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <label className="field">
        <span className="field-label">{translate('with')}</span>
        <span className="input">
          <select value={role} onChange={({ target }) => setRole(target.value)}>
            <option value="">{translate('person')}</option>
            {list.roles.map((name) => (
              <option key={name} value={name}>
                {translate('role', { role: name })}
              </option>
            ))}
          </select>
        </span>
      </label>
      {role === '' && (
        <label className="field" {...(error === null ? {} : { 'data-invalid': '' })}>
          <span className="field-label">{translate('email')}</span>
          <span className="input">
            <input
              type="email"
              value={email}
              autoComplete="off"
              aria-invalid={error !== null}
              aria-describedby={errorId}
              onChange={({ target }) => setEmail(target.value)}
            />
          </span>
        </label>
      )}
      <AccessField access={access} mayGiveEditing={list.mayGiveEditing} onChange={setAccess} />
      <button type="submit" className="button primary" aria-disabled={share.isPending}>
        {translate('share')}
      </button>
      <p className="field-error" id={errorId} role="alert">
        {error}
      </p>
    </form>
  )
}

interface AccessFieldProps {
  readonly access: 'read' | 'edit'
  readonly mayGiveEditing: boolean
  readonly onChange: (access: 'read' | 'edit') => void
}

function AccessField({ access, mayGiveEditing, onChange }: AccessFieldProps) {
  const translate = useTranslations('pages.sharing')
  return (
    <label className="field">
      <span className="field-label">{translate('access')}</span>
      <span className="input">
        <select
          value={access}
          onChange={({ target }) => onChange(target.value === 'edit' ? 'edit' : 'read')}
        >
          <option value="read">{translate('read')}</option>
          {mayGiveEditing && <option value="edit">{translate('edit')}</option>}
        </select>
      </span>
    </label>
  )
}
