import { Button, Checkbox } from 'antd'
import { useId } from 'react'
import { useTranslations } from 'use-intl'
import { TimeOfDayField } from '#kit/web/antd/fields/antd-time-of-day-field.tsx'
import type { OwnQuietHours } from '../../contract/own-notices.ts'
import { useQuietHoursEditing } from './use-quiet-hours-editing.ts'

/** The hours in which the person is not notified. */
export function OwnQuietHoursForm({ stored }: { readonly stored: OwnQuietHours }) {
  const translate = useTranslations('notifications.own')
  const { draft, problem, isPending, change, save } = useQuietHoursEditing(stored)
  const problemId = useId()
  const wrong =
    problem === ''
      ? {}
      : { status: 'error' as const, 'aria-invalid': true, 'aria-describedby': problemId }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
    >
      <fieldset className="own-quiet">
        <legend>{translate('quiet')}</legend>
        <div className="own-quiet-hours">
          <Checkbox
            checked={draft.isQuiet}
            onChange={({ target }) => change({ isQuiet: target.checked })}
          >
            {translate('isQuiet')}
          </Checkbox>
          {(['from', 'to'] as const).map((edge) => (
            <label key={edge}>
              {translate(edge)}
              <TimeOfDayField
                disabled={!draft.isQuiet}
                {...wrong}
                value={draft[edge]}
                onChange={(time) => change({ [edge]: time })}
              />
            </label>
          ))}
        </div>
        {draft.isQuiet && (
          <Checkbox
            checked={draft.isUrgentAllowed}
            onChange={({ target }) => change({ isUrgentAllowed: target.checked })}
          >
            {translate('urgent')}
          </Checkbox>
        )}
        <small>{translate('quietHint')}</small>
        {problem !== '' && (
          <p id={problemId} role="alert">
            {problem}
          </p>
        )}
        <Button htmlType="submit" loading={isPending}>
          {translate('save')}
        </Button>
      </fieldset>
    </form>
  )
}
