import { useTranslations } from 'use-intl'
import { ConfirmDialog } from '#kit/ui/dialog/confirm-dialog.tsx'
import { isolated } from '#kit/web/formats/isolated.ts'
import { useScheduleAction } from './use-schedules.ts'

interface RemoveScheduleProps {
  readonly id: number
  readonly name: string
  readonly onClose: () => void
}

/** Asks whether a schedule is to be removed, and removes it. */
export function RemoveSchedule({ id, name, onClose }: RemoveScheduleProps) {
  const translate = useTranslations('exports.schedules')
  const { mutate, isPending } = useScheduleAction(id)
  return (
    <ConfirmDialog
      title={translate('removeTitle')}
      text={translate('removeText', { name: isolated(name) })}
      confirm={translate('remove')}
      cancel={translate('cancel')}
      isPending={isPending}
      onConfirm={() => mutate('remove', { onError: onClose })}
      onClose={onClose}
    />
  )
}
