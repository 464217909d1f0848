import { useTranslations } from 'use-intl'
import { CloseButton, ModalDialog } from '#kit/ui/dialog/modal-dialog.tsx'
import { isolated } from '#kit/web/formats/isolated.ts'
import type { Annotation } from '../contract/routes.ts'
import { useRemoveAnnotation } from './change-annotations.ts'

interface RemoveDialogProps {
  readonly annotation: Annotation
  readonly time: string
  readonly onClose: () => void
}

/** Asks before an annotation goes for everybody. */
export function RemoveDialog({ annotation, time, onClose }: RemoveDialogProps) {
  const translate = useTranslations('annotations')
  const { mutate, isPending } = useRemoveAnnotation()
  return (
    <ModalDialog
      title={translate('removeTitle')}
      onClose={onClose}
      onSubmit={() => mutate(annotation.id, { onSuccess: onClose, onError: onClose })}
      footer={
        <>
          <CloseButton isFirst>{translate('cancel')}</CloseButton>
          <button type="submit" className="button primary" aria-disabled={isPending}>
            {translate('remove')}
          </button>
        </>
      }
    >
      <p>{translate('removeText', { time, text: isolated(annotation.text) })}</p>
    </ModalDialog>
  )
}
