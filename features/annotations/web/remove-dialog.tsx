import { useTranslations } from 'use-intl'
import { ConfirmDialog } from '#kit/ui/dialog/confirm-dialog.tsx'
import { isolated } from '#kit/web/formats/isolated.ts'
import type { Annotation } from '../contract/routes.ts'
import { useRemoveAnnotation } from './change-annotations.ts'

interface RemoveDialogProps {
  readonly annotation: Annotation
  readonly time: string
  readonly onClose: () => void
}

/** Asks before an annotation is removed, for everybody. */
export function RemoveDialog({ annotation, time, onClose }: RemoveDialogProps) {
  const translate = useTranslations('annotations')
  const { mutate, isPending } = useRemoveAnnotation()
  return (
    <ConfirmDialog
      title={translate('removeTitle')}
      text={translate('removeText', { time, text: isolated(annotation.text) })}
      confirm={translate('remove')}
      cancel={translate('cancel')}
      isPending={isPending}
      onConfirm={() => mutate(annotation.id, { onSuccess: onClose, onError: onClose })}
      onClose={onClose}
    />
  )
}
