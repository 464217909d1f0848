import { Modal } from 'antd'
import { useId, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import type { FieldErrors } from '#kit/model/calls/errors.ts'
import { useConfirmedClose } from '#kit/web/antd/antd-confirmed-close.ts'
import { ApiError } from '#kit/web/calls/api-error.ts'
import { showFailure } from '#kit/web/calls/query.ts'
import { useCloseOnce, useLatest } from '#kit/web/screens/late-answers.ts'
import { useUnsaved } from '#kit/web/screens/unsaved.ts'
import { requestOf, scheduleForm, type OpenForm, type ScheduleDraft } from './schedule-draft.ts'
import { ScheduleFields } from './schedule-fields.tsx'
import { ScheduleProblems, useScheduleProblems } from './schedule-problems.tsx'
import { useSaveSchedule } from './use-schedules.ts'

interface ScheduleDialogProps {
  readonly form: OpenForm
  readonly siteZone: string
  readonly hasShifts: boolean
  readonly onClose: () => void
}

/** What is sent when, and to whom. */
export function ScheduleDialog({ form, siteZone, hasShifts, ...props }: ScheduleDialogProps) {
  const onClose = useCloseOnce(props.onClose)
  const translate = useTranslations('exports.schedules')
  const { draft, errors, change, submit, isPending, ...unsaved } = useScheduleForm(form, onClose)
  const close = useConfirmedClose({ ...unsaved, isPending, onClose })
  const formId = useId()
  const problems = useScheduleProblems(errors, draft)
  return (
    <Modal
      open
      width={640}
      title={translate(form.base === null ? 'addTitle' : 'editTitle')}
      okText={translate('save')}
      cancelText={translate('cancel')}
      okButtonProps={{ loading: isPending, htmlType: 'submit', form: formId }}
      onCancel={close}
    >
      <form
        id={formId}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <ScheduleFields
          draft={draft}
          siteZone={siteZone}
          hasShifts={hasShifts}
          problems={problems}
          onChange={change}
        />
        <ScheduleProblems problems={problems} field={null} />
      </form>
    </Modal>
  )
}

function useScheduleForm(
  { base: initialBase, draft: initial, isTouched = false }: OpenForm,
  onClose: () => void,
) {
  const language = useLocale()
  const [base, setBase] = useState(initialBase)
  const [draft, setDraft] = useState(initial)
  const latest = useLatest(draft)
  const [errors, setErrors] = useState<FieldErrors>({})
  const { mutate, isPending } = useSaveSchedule()
  const isDirty = isTouched || draft !== initial
  const discard = useUnsaved(scheduleForm, isDirty, (): OpenForm => ({
    ...{ base, draft, isTouched: true },
  }))
  return {
    ...{ draft, errors, isDirty, isPending, discard },
    change(part: Partial<ScheduleDraft>) {
      setErrors({})
      setDraft((before) => ({ ...before, ...part }))
    },
    submit() {
      if (isPending) return
      mutate(
        { base, request: requestOf(draft, language) },
        {
          onSuccess({ data: saved }) {
            // What is typed while the rest is saved stays, and is not saved.
            if (latest.current !== draft) return setBase(saved)
            discard()
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
