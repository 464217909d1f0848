import { Button, Checkbox, Input } from 'antd'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ApiError } from '#kit/web/calls/api-error.ts'
import { showFailure } from '#kit/web/calls/query.ts'
import { useFieldErrorText } from '#kit/web/texts/use-field-error-text.ts'
import { toast } from '#kit/web/toast.ts'
import type { OwnQuietHours } from '../../contract/own-notices.ts'
import { useSaveQuietHours } from './use-own-notices.ts'

const usual = { from: '22:00', to: '06:00' }
const timeLength = 5

/** The hours in which the person is not notified. */
export function OwnQuietHoursForm({ stored }: { readonly stored: OwnQuietHours }) {
  const translate = useTranslations('notifications.own')
  const textOf = useFieldErrorText()
  const [isQuiet, setQuiet] = useState(stored.quiet !== null)
  const [hours, setHours] = useState(stored.quiet ?? usual)
  const [isUrgentAllowed, setUrgentAllowed] = useState(stored.isUrgentAllowed)
  const [problem, setProblem] = useState('')
  const { mutate, isPending } = useSaveQuietHours()
  const save = () => {
    setProblem('')
    mutate(
      { quiet: isQuiet ? hours : null, isUrgentAllowed },
      {
        onSuccess: () => void toast('success', translate('saved')),
        onError(error) {
          const reasons = error instanceof ApiError ? Object.values(error.errors).flat() : []
          const [reason] = reasons
          if (reason) setProblem(textOf(reason))
          else void showFailure(error)
        },
      },
    )
  }
  return (
    <fieldset className="own-quiet">
      <legend>{translate('quiet')}</legend>
      <div className="own-quiet-hours">
        <Checkbox checked={isQuiet} onChange={({ target }) => setQuiet(target.checked)}>
          {translate('isQuiet')}
        </Checkbox>
        {(['from', 'to'] as const).map((edge) => (
          <label key={edge}>
            {translate(edge)}
            <Input
              disabled={!isQuiet}
              maxLength={timeLength}
              {...(problem === '' ? {} : { status: 'error' as const })}
              value={hours[edge]}
              onChange={({ target }) => setHours({ ...hours, [edge]: target.value })}
            />
          </label>
        ))}
      </div>
      {isQuiet && (
        <Checkbox
          checked={isUrgentAllowed}
          onChange={({ target }) => setUrgentAllowed(target.checked)}
        >
          {translate('urgent')}
        </Checkbox>
      )}
      <small>{translate('quietHint')}</small>
      {problem !== '' && <p role="alert">{problem}</p>}
      <Button loading={isPending} onClick={save}>
        {translate('save')}
      </Button>
    </fieldset>
  )
}
