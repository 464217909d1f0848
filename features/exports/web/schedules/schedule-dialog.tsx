import { useLocale, useTranslations } from 'use-intl'
import { useDraftForm } from '#kit/web/antd/forms/antd-draft-form.ts'
import { FormDialog } from '#kit/web/antd/forms/antd-form-dialog.tsx'
import { requestOf, scheduleForm, type OpenForm } from './schedule-draft.ts'
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
export function ScheduleDialog({ form, siteZone, hasShifts, onClose }: ScheduleDialogProps) {
  const translate = useTranslations('exports.schedules')
  const { draft, errors, change, submit, isPending, close } = useScheduleForm(form, onClose)
  const problems = useScheduleProblems(errors, draft)
  return (
    <FormDialog
      width={640}
      title={translate(form.base === null ? 'addTitle' : 'editTitle')}
      texts={{ save: translate('save'), cancel: translate('cancel') }}
      isPending={isPending}
      onSubmit={submit}
      onClose={close}
    >
      <ScheduleFields
        draft={draft}
        siteZone={siteZone}
        hasShifts={hasShifts}
        problems={problems}
        onChange={change}
      />
      <ScheduleProblems problems={problems} field={null} />
    </FormDialog>
  )
}

function useScheduleForm(opened: OpenForm, onClose: () => void) {
  const language = useLocale()
  const { mutate, isPending } = useSaveSchedule()
  return useDraftForm({
    ...{ form: scheduleForm, opened, isPending, onClose },
    send: ({ base, draft }, { onSaved, onError }) =>
      mutate(
        { base, request: requestOf(draft, language) },
        { onSuccess: ({ data }) => onSaved(data), onError },
      ),
  })
}
