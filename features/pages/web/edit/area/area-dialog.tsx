import { useTranslations } from 'use-intl'
import { CloseButton, ModalDialog } from '#kit/ui/dialog/modal-dialog.tsx'

interface AreaDialogProps {
  readonly kind: 'clear' | 'delete'
  readonly name: string
  readonly onConfirm: () => void
  readonly onClose: () => void
}

/** Says what goes before an area is cleared or deleted, and what keeps it so. */
export function AreaDialog({ kind, name, onConfirm, onClose }: AreaDialogProps) {
  const translate = useTranslations('pages')
  return (
    <ModalDialog
      title={translate(`area.${kind}Title`, { name })}
      onClose={onClose}
      footer={
        <>
          <CloseButton isFirst>{translate('cancel')}</CloseButton>
          <button type="button" className="button removing" onClick={onConfirm}>
            {translate(`area.${kind}Action`)}
          </button>
        </>
      }
    >
      <p>{translate(`area.${kind}Text`)}</p>
      <p>{translate('save.reminder')}</p>
    </ModalDialog>
  )
}
