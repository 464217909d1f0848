import { useTranslations } from 'use-intl'
import { ModalDialog } from '#kit/ui/dialog/modal-dialog.tsx'
import './dialog-list.css'

interface ConflictDialogProps {
  /** Names of the widgets, and of the dashboard itself, that both changed. */
  readonly names: readonly string[]
  readonly isBusy: boolean
  readonly onTakeTheirs: () => void
  readonly onKeepMine: () => void
  readonly onCopy: () => void
  readonly onClose: () => void
}

/** Somebody else saved the same meanwhile: nothing is stored until the person chooses. */
export function ConflictDialog(props: ConflictDialogProps) {
  const { names, isBusy, onTakeTheirs, onKeepMine, onCopy, onClose } = props
  const translate = useTranslations('dashboard.board.conflict')
  return (
    <ModalDialog
      title={translate('title')}
      onClose={onClose}
      footer={
        <>
          <button type="button" className="button" disabled={isBusy} onClick={onTakeTheirs}>
            {translate('theirs')}
          </button>
          <button type="button" className="button" disabled={isBusy} onClick={onCopy}>
            {translate('copy')}
          </button>
          <button type="button" className="button primary" disabled={isBusy} onClick={onKeepMine}>
            {translate('mine')}
          </button>
        </>
      }
    >
      <p>{translate('text')}</p>
      {names.length > 0 && (
        <ul className="dialog-list" aria-label={translate('both')}>
          {names.map((name) => (
            <li key={name}>{name}</li>
          ))}
        </ul>
      )}
    </ModalDialog>
  )
}
