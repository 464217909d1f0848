import { Button, Modal } from 'antd'
import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import type { FieldErrors } from '#kit/model/calls/errors.ts'
import { ApiError } from '#kit/web/calls/api-error.ts'
import { showFailure } from '#kit/web/calls/query.ts'
import { useUnsaved } from '#kit/web/screens/unsaved.ts'
import { useFieldErrorText } from '#kit/web/texts/use-field-error-text.ts'
import { requestOf, scheduleForm, type OpenForm, type ScheduleDraft } from './schedule-draft.ts'
import { ScheduleFields } from './schedule-fields.tsx'
import { useSaveSchedule } from './use-schedules.ts'

interface ScheduleDialogProps {
  readonly form: OpenForm
  readonly siteZone: string
  readonly hasShifts: boolean
  readonly onClose: () => void
}

/** What is sent when, and to whom. */
export function ScheduleDialog({ form, siteZone, hasShifts, onClose }: ScheduleDialogProps) {
  const translate = useTranslations('exports.schedules')
  const { draft, errors, change, submit, isPending } = useScheduleForm(form, onClose)
  return (
    <Modal
      open
      width={640}
      title={translate(form.base === null ? 'addTitle' : 'editTitle')}
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose}>{translate('cancel')}</Button>
          <Button type="primary" loading={isPending} onClick={submit}>
            {translate('save')}
          </Button>
        </>
      }
    >
      <ScheduleFields
        draft={draft}
        siteZone={siteZone}
        hasShifts={hasShifts}
        wrong={new Set(Object.keys(errors).map((field) => field.split('.')[0] ?? field))}
        onChange={change}
      />
      <Problems errors={errors} draft={draft} />
    </Modal>
  )
}

function useScheduleForm(
  { base, draft: initial, isTouched = false }: OpenForm,
  onClose: () => void,
) {
  const language = useLocale()
  const [draft, setDraft] = useState(initial)
  const [errors, setErrors] = useState<FieldErrors>({})
  const { mutate, isPending } = useSaveSchedule()
  const markSaved = useUnsaved(scheduleForm, isTouched || draft !== initial, (): OpenForm => ({
    ...{ base, draft, isTouched: true },
  }))
  return {
    ...{ draft, errors, isPending },
    change(part: Partial<ScheduleDraft>) {
      setErrors({})
      setDraft((before) => ({ ...before, ...part }))
    },
    submit() {
      if (isPending) return
      mutate(
        { base, request: requestOf(draft, language) },
        {
          onSuccess() {
            markSaved()
            onClose()
          },
          onError(error) {
            if (error instanceof ApiError && Object.keys(error.errors).length > 0)
              setErrors(error.errors)
            else void showFailure(error)
          },
        },
      )
    },
  }
}

interface ProblemsProps {
  readonly errors: FieldErrors
  readonly draft: ScheduleDraft
}

/** Why the server refused; one sensor or recipient among several is named. */
function Problems({ errors, draft }: ProblemsProps) {
  const textOf = useFieldErrorText()
  const translate = useTranslations('exports.schedules')
  const labelOf = (field: string) => {
    const [name = '', index] = field.split('.')
    const at = Number(index)
    if (name === 'sensors') return draft.sensors[at]?.label ?? translate('fields.sensors')
    if (name === 'recipients') return draft.recipients[at] ?? translate('fields.recipients')
    if (field === 'recurrence.at') return translate('fields.at')
    return name === 'name' || name === 'recurrence' || name === 'timezone'
      ? translate(`fields.${name}`)
      : ''
  }
  return Object.entries(errors).map(([field, reasons]) => {
    const text = reasons.map(textOf).join(' ')
    const label = labelOf(field)
    return (
      <p key={field} className="export-problem" role="alert">
        {label === '' ? text : translate('problemOf', { label, text })}
      </p>
    )
  })
}
